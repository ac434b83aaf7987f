import { isRecord } from './decode';

/** A refusal of the service, by the name that its SDK gives it. */
export class ServiceError extends Error {
  /** Our clock was wrong, and is put right: the same call may go through now. */
  isClockCorrected = false;

  constructor(
    override readonly name: string,
    message: string,
    readonly status: number,
    /** Besides name and message: the item of a failed condition, the reasons of a cancelled transaction. */
    readonly body: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}

/** No answer within the time given. The name is the SDK's. */
export class CallTimeout extends Error {
  override readonly name = 'TimeoutError';
}

export function serviceErrorOf(status: number, text: string): ServiceError {
  const body = parse(text);
  // "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException"
  const type = typeof body.__type === 'string' ? body.__type : '';
  const name = type.slice(type.lastIndexOf('#') + 1) || `Http${status}`;
  const message = [body.message, body.Message].find((candidate) => typeof candidate === 'string') ?? `The database answered with ${status}.`;
  return new ServiceError(name, message, status, body);
}

/** Whatever stands between us and the service may answer with something that is no JSON. */
function parse(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? body : {};
  } catch {
    return {};
  }
}
