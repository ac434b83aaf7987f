/** What one caller may ask of the server. Nobody honest should ever meet one of these. */
export interface Limits {
  readonly bodyBytes: number;
  readonly query: QueryLimits;
  readonly socket: SocketLimits;
  readonly rate: RateLimitSettings;
  /** Tokens that are verified at the same time; the others wait, and too many are sent away. */
  readonly verifications: number;
}

export interface QueryLimits {
  readonly chars: number;
  readonly tokens: number;
  readonly depth: number;
  readonly aliases: number;
  readonly rootFields: number;
  readonly directives: number;
  /** Fields and fragments, each fragment counted as often as it is spread. */
  readonly selections: number;
  /** Notifications that one operation may ask for, over all its lists. */
  readonly rows: number;
}

export interface SocketLimits {
  readonly messageBytes: number;
  /** What may wait for a peer that does not read. */
  readonly bufferBytes: number;
  readonly operationsPerSocket: number;
  readonly perUser: number;
  readonly total: number;
  /** Opened and not yet introduced. */
  readonly pending: number;
  readonly initMillis: number;
  readonly pingMillis: number;
}

export interface RateLimitSettings {
  readonly mutationsPerMinute: number;
  /** Notifications read by queries that ask for more than an ordinary page. */
  readonly rowsPerMinute: number;
}

interface IntegerReader {
  integer(name: string, fallback: number, least: number, most: number): number;
}

export function readLimits(read: IntegerReader): Limits {
  return {
    bodyBytes: read.integer('MAX_BODY_BYTES', 100_000, 1_000, 10_000_000),
    query: {
      chars: read.integer('MAX_QUERY_CHARS', 16_000, 100, 1_000_000),
      tokens: read.integer('MAX_QUERY_TOKENS', 2_000, 10, 100_000),
      depth: read.integer('MAX_QUERY_DEPTH', 10, 1, 100),
      aliases: read.integer('MAX_QUERY_ALIASES', 30, 0, 10_000),
      rootFields: read.integer('MAX_QUERY_ROOT_FIELDS', 30, 1, 10_000),
      directives: read.integer('MAX_QUERY_DIRECTIVES', 30, 0, 10_000),
      selections: read.integer('MAX_QUERY_SELECTIONS', 500, 10, 100_000),
      rows: read.integer('MAX_QUERY_ROWS', 500, 1, 100_000),
    },
    socket: {
      messageBytes: read.integer('MAX_MESSAGE_BYTES', 65_536, 1_000, 10_000_000),
      bufferBytes: read.integer('MAX_SOCKET_BUFFER_BYTES', 1_048_576, 10_000, 100_000_000),
      operationsPerSocket: read.integer('MAX_OPERATIONS_PER_SOCKET', 50, 1, 10_000),
      perUser: read.integer('MAX_SOCKETS_PER_USER', 250, 1, 1_000_000),
      total: read.integer('MAX_SOCKETS', 25_000, 1, 1_000_000),
      pending: read.integer('MAX_PENDING_SOCKETS', 5_000, 1, 1_000_000),
      initMillis: read.integer('SOCKET_INIT_MILLIS', 5_000, 10, 60_000),
      pingMillis: read.integer('SOCKET_PING_MILLIS', 15_000, 10, 600_000),
    },
    rate: {
      mutationsPerMinute: read.integer('RATE_LIMIT_MUTATIONS', 30_000, 1, 1_000_000_000),
      rowsPerMinute: read.integer('RATE_LIMIT_ROWS', 6_000_000, 1, 1_000_000_000),
    },
    verifications: read.integer('MAX_VERIFICATIONS', 64, 1, 10_000),
  };
}
