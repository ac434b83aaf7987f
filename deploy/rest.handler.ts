import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import { BadInput, Unauthenticated } from '../src/domain/errors';
import type { Inbox } from '../src/domain/inbox';
import { isUserId } from '../src/domain/names';
import type { Logger } from '../src/observability/logger';
import type { Viewer } from '../src/resolvers/context';
import { maskError } from '../src/server/errors';
import { BodyTooLarge, MAX_BODY_BYTES, parseJson } from '../src/server/http-io';
import { listNotifications, updateNotifications } from '../src/server/rest';
import { statusOf } from '../src/server/status';

/** A route without its authorizer would be a mistake of the deployment; the function must not mistake it for a user. */
export type RestEvent = APIGatewayProxyEventV2 | APIGatewayProxyEventV2WithJWTAuthorizer;
export type RestHandler = (event: RestEvent) => Promise<APIGatewayProxyStructuredResultV2>;

export function getNotifications(inbox: Inbox, log: Logger): RestHandler {
  return answering(log, (viewer, event) => listNotifications(inbox, viewer, new URLSearchParams(event.rawQueryString)));
}

export function markNotifications(inbox: Inbox, log: Logger): RestHandler {
  return answering(log, async (viewer, event) => updateNotifications(inbox, viewer, bodyOf(event)));
}

function answering(log: Logger, run: (viewer: Viewer, event: RestEvent) => Promise<unknown>): RestHandler {
  return async (event) => {
    const { requestId } = event.requestContext;
    try {
      return answer(200, await run(viewerOf(event), event), requestId);
    } catch (error) {
      return answer(statusOf(error), { errors: [maskError(error, requestId, log)] }, requestId);
    }
  };
}

function answer(statusCode: number, body: unknown, requestId: string): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'x-request-id': requestId },
    body: JSON.stringify(body),
  };
}

/** The API's authorizer has verified the token and hands over what it says. */
function viewerOf({ requestContext }: RestEvent): Viewer {
  const claims = 'authorizer' in requestContext ? requestContext.authorizer.jwt.claims : {};
  const { sub } = claims;
  if (typeof sub !== 'string') throw new Unauthenticated('Say who you are: send "authorization: Bearer <token>".');
  if (!isUserId(sub)) throw new Unauthenticated('The subject of the token cannot be a user id here.');
  return { user: sub, roles: rolesOf(claims.roles) };
}

/** The API flattens a list of the token to text: ["admin", "auditor"] arrives as "[admin auditor]". */
function rolesOf(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.replace(/^\[(.*)\]$/, '$1').split(/[ ,]+/).filter(Boolean);
  return Array.isArray(claim) ? claim.filter((role) => typeof role === 'string') : [];
}

function bodyOf({ headers, body = '', isBase64Encoded }: RestEvent): unknown {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) {
    throw new BadInput('Send JSON, with "content-type: application/json".');
  }
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > MAX_BODY_BYTES) throw new BodyTooLarge(MAX_BODY_BYTES);
  return parseJson(bytes.toString('utf8'));
}
