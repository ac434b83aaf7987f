import type { Item } from '../marshalling';
import type { BlankItem } from '../transport';

const [QUOTE, COMMA, COLON, CLOSED_LIST, OPEN, CLOSED, BACKSLASH] = Array.from('",:]{}\\', (letter) => letter.charCodeAt(0));
const MEMBER = '"Items":[';

interface ReadItems {
  readonly items: Item[];
  /** The answer without them. */
  readonly rest: string;
}

/**
 * The items of an answer, read straight from its text. JSON.parse makes an object of each value to say its type, and of
 * each row an object of a kind of its own, because the service names attributes in any order; whatever touches those is
 * slow. Undefined when there is anything unusual in them: then they are read the long way.
 */
export function readItems(text: string, blank: BlankItem): ReadItems | undefined {
  // Inside a text quotation marks are escaped, and an attribute of that name would be followed by a brace.
  const start = text.indexOf(MEMBER);
  if (start < 0) return undefined;
  const reader = new ItemReader(text, start + MEMBER.length);
  const items = reader.items(blank);
  return items && { items, rest: `${text.slice(0, start)}"Items":[${text.slice(reader.position)}` };
}

class Unusual extends Error {}

class ItemReader {
  constructor(
    private readonly text: string,
    public position: number,
  ) {}

  items(blank: BlankItem): Item[] | undefined {
    try {
      return this.list(() => this.item(blank()));
    } catch (error) {
      if (error instanceof Unusual) return undefined;
      throw error;
    }
  }

  /** From behind its opening bracket to its closing one, which is left to be read. */
  private list<T>(entry: () => T): T[] {
    const entries: T[] = [];
    while (this.next !== CLOSED_LIST) {
      entries.push(entry());
      if (this.next === COMMA) this.position += 1;
      else if (this.next !== CLOSED_LIST) throw new Unusual();
    }
    return entries;
  }

  private item(into: Item): Item {
    this.expect(OPEN);
    while (this.next !== CLOSED) {
      const name = this.string();
      this.expect(COLON);
      into[name] = this.value();
      if (this.next === COMMA) this.position += 1;
      else if (this.next !== CLOSED) throw new Unusual();
    }
    this.position += 1;
    return into;
  }

  private value(): unknown {
    this.expect(OPEN);
    const type = this.string();
    this.expect(COLON);
    const value = this.valueOf(type);
    this.expect(CLOSED);
    return value;
  }

  private valueOf(type: string): unknown {
    switch (type) {
      case 'S':
        return this.string();
      case 'N':
        // Rounded beyond 2^53: see marshalling.ts.
        return Number(this.string());
      case 'BOOL':
        return this.boolean();
      case 'L': {
        if (this.text[this.position] !== '[') throw new Unusual();
        this.position += 1;
        const values = this.list(() => this.value());
        this.position += 1;
        return values;
      }
      default:
        throw new Unusual();
    }
  }

  private boolean(): boolean {
    const value = this.text.startsWith('true', this.position);
    if (!value && !this.text.startsWith('false', this.position)) throw new Unusual();
    this.position += value ? 4 : 5;
    return value;
  }

  private string(): string {
    const start = this.position + 1;
    this.expect(QUOTE);
    const end = this.text.indexOf('"', start);
    if (end < 0) throw new Unusual();
    const string = this.text.slice(start, end);
    if (string.includes('\\')) return this.escapedString(start, end);
    this.position = end + 1;
    return string;
  }

  private escapedString(start: number, firstQuote: number): string {
    let end = firstQuote;
    while (this.isEscaped(end)) {
      end = this.text.indexOf('"', end + 1);
      if (end < 0) throw new Unusual();
    }
    this.position = end + 1;
    const string: unknown = JSON.parse(this.text.slice(start - 1, end + 1));
    return String(string);
  }

  private isEscaped(position: number): boolean {
    let backslashes = 0;
    while (this.text.charCodeAt(position - 1 - backslashes) === BACKSLASH) backslashes += 1;
    return backslashes % 2 === 1;
  }

  private get next(): number {
    return this.text.charCodeAt(this.position);
  }

  private expect(code: number | undefined): void {
    if (this.next !== code) throw new Unusual();
    this.position += 1;
  }
}
