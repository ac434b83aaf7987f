export interface SourceEvent {
  readonly kind: 'question' | 'score';
  readonly productId?: string;
  readonly env?: string;
  readonly questionId?: string;
  readonly score?: number;
  readonly count?: number;
}

interface NotificationPage {
  readonly notifications: {
    readonly nodes: readonly { readonly id: string }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

const MARKER = 'PRREND00';

/** What happens outside the browser: the platform writes, and the API tells what should be on screen. */
export class Platform {
  constructor(private readonly url: string) {}

  async write(event: SourceEvent): Promise<void> {
    await this.post('/dev/events', event);
  }

  async tokenOf(user: string): Promise<string> {
    return ((await this.post('/dev/token', { user, roles: [] })) as { token: string }).token;
  }

  async graphql<Result>(user: string, query: string, variables: object = {}): Promise<Result> {
    const authorization = `Bearer ${await this.tokenOf(user)}`;
    const { data, errors } = (await this.post('/graphql', { query, variables }, { authorization })) as {
      data?: Result;
      errors?: unknown;
    };
    if (data === undefined) throw new Error(`the API answered ${JSON.stringify(errors)}`);
    return data;
  }

  async unreadCountOf(user: string): Promise<number> {
    return (await this.graphql<{ unreadCount: { count: number } }>(user, '{ unreadCount { count } }')).unreadCount
      .count;
  }

  async untilUnread(user: string, count: number): Promise<void> {
    await untilTrue(async () => (await this.unreadCountOf(user)) === count);
  }

  /** The stream is read in order: once this has reached everyone, so has all that was written before. */
  async untilCaughtUp(): Promise<void> {
    const { users } = (await (await fetch(`${this.url}/dev`)).json()) as { users: readonly string[] };
    await this.write({ kind: 'question', productId: 'portal', env: 'dev', questionId: MARKER });
    const query = '{ notifications(first: 1) { nodes { ... on QuestionNotification { questionId } } } }';
    for (const user of users) {
      await untilTrue(async () => {
        const { notifications } = await this.graphql<{ notifications: { nodes: { questionId?: string }[] } }>(
          user,
          query,
        );
        return notifications.nodes[0]?.questionId === MARKER;
      });
    }
  }

  /** Newest first, all pages. */
  async allIdsOf(user: string): Promise<readonly string[]> {
    const query = `query($after: String) {
      notifications(first: 100, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
    }`;
    const ids: string[] = [];
    let after: string | null = null;
    do {
      const { notifications }: NotificationPage = await this.graphql<NotificationPage>(user, query, { after });
      ids.push(...notifications.nodes.map(({ id }) => id));
      after = notifications.pageInfo.hasNextPage ? notifications.pageInfo.endCursor : null;
    } while (after !== null);
    return ids;
  }

  private async post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  }
}

async function untilTrue(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50));
}
