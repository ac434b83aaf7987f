export type Environment = Readonly<Record<string, string | undefined>>;

const TABLE_NAME = /^[\w.-]{3,255}$/;

/** Takes variables one by one, and keeps a list of what is wrong with them. */
export class Reader {
  readonly problems: string[] = [];

  constructor(private readonly env: Environment) {}

  complain(problem: string): void {
    this.problems.push(problem);
  }

  optional(name: string): string | undefined {
    return this.env[name]?.trim() || undefined;
  }

  text(name: string, fallback: string): string {
    return this.optional(name) ?? fallback;
  }

  list(name: string): string[] {
    return this.text(name, '').split(',').map((entry) => entry.trim()).filter(Boolean);
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    const text = this.optional(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    this.complain(`${name} is ${JSON.stringify(text)}, it must be a whole number from ${least} to ${most}`);
    return fallback;
  }

  boolean(name: string, fallback: boolean): boolean {
    const text = this.optional(name)?.toLowerCase();
    if (text === undefined) return fallback;
    if (text !== 'true' && text !== 'false') this.complain(`${name} is ${JSON.stringify(text)}, it must be true or false`);
    return text === 'true';
  }

  choice<T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const text = this.text(name, fallback);
    const choice = choices.find((candidate) => candidate === text);
    if (choice === undefined) this.complain(`${name} is ${JSON.stringify(text)}, it must be one of ${choices.join(', ')}`);
    return choice ?? fallback;
  }

  /** All of them, unless some are named. */
  choices<T extends string>(name: string, choices: readonly T[]): readonly T[] {
    const named = this.list(name);
    const unknown = named.filter((text) => !choices.some((choice) => choice === text));
    if (unknown.length > 0) this.complain(`${name} names ${unknown.join(', ')}, known are ${choices.join(', ')}`);
    return named.length === 0 ? choices : choices.filter((choice) => named.includes(choice));
  }

  url(name: string, text: string): URL | undefined {
    if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text);
    this.complain(`${name} is ${JSON.stringify(text)}, it must be an http or https address`);
    return undefined;
  }

  /** What is wrong is not shown: an address of Redis often has its password in it. */
  redisUrl(name: string): string | undefined {
    const text = this.optional(name);
    if (text === undefined) return undefined;
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url?.hostname || !/^rediss?:$/.test(url.protocol)) this.complain(`${name} must be an address such as redis://127.0.0.1:6379, or rediss:// for TLS`);
    return text;
  }

  origin(name: string, text: string): string {
    return this.url(name, text)?.origin ?? text;
  }

  tableName(name: string, fallback: string): string {
    const text = this.text(name, fallback);
    if (!TABLE_NAME.test(text)) this.complain(`${name} is ${JSON.stringify(text)}, a table name has 3 to 255 letters, digits, _ . -`);
    return text;
  }
}
