import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer, AttributeValue, DynamoDBRecord } from 'aws-lambda';

/** Events as the services send them: payload format 2.0 of an HTTP API, and an event source mapping on a stream. */

interface HttpEvent {
  readonly method: 'GET' | 'POST';
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export function httpApiEvent({ method, query, headers, body }: HttpEvent): APIGatewayProxyEventV2 {
  return {
    version: '2.0',
    routeKey: `${method} /notifications`,
    rawPath: '/notifications',
    rawQueryString: query,
    headers: { host: 'abcdefghij.execute-api.us-east-1.amazonaws.com', 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7', ...headers },
    // The service joins what is repeated; our code reads the raw query, as the server does.
    ...(query && { queryStringParameters: Object.fromEntries(new URLSearchParams(query)) }),
    requestContext: {
      accountId: '123456789012',
      apiId: 'abcdefghij',
      domainName: 'abcdefghij.execute-api.us-east-1.amazonaws.com',
      domainPrefix: 'abcdefghij',
      http: { method, path: '/notifications', protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'curl/8.5.0' },
      requestId: 'JKJaXmPLvHcESHA=',
      routeKey: `${method} /notifications`,
      stage: '$default',
      time: '26/Apr/2022:12:00:00 +0000',
      timeEpoch: 1_650_974_400_000,
    },
    // A body with a content type that is not text arrives as base64; JSON may, depending on the client.
    ...(body !== undefined && { body: Buffer.from(body).toString('base64') }),
    isBase64Encoded: body !== undefined,
  };
}

/** The authorizer hands every claim over as text, lists in brackets. */
export function withJwtClaims(event: APIGatewayProxyEventV2, claims: Readonly<Record<string, unknown>>): APIGatewayProxyEventV2WithJWTAuthorizer {
  const flat = Object.entries(claims).map(([name, value]) => [name, Array.isArray(value) ? `[${value.join(' ')}]` : String(value)]);
  const authorizer = {
    principalId: '',
    integrationLatency: 0,
    jwt: { claims: Object.fromEntries(flat) as Record<string, string>, scopes: [] },
  };
  return { ...event, requestContext: { ...event.requestContext, authorizer } };
}

export const SOURCE_STREAM = 'arn:aws:dynamodb:us-east-1:123456789012:table/tbff2022_product_score/stream/2022-04-26T12:00:00.000';

type Image = Record<string, AttributeValue>;

let sequence = 111_000_000_000_000_000_000n;

export function streamRecord(eventName: 'INSERT' | 'MODIFY' | 'REMOVE', images: { before?: Image; after?: Image }): DynamoDBRecord {
  const image = images.after ?? images.before ?? {};
  const SequenceNumber = String((sequence += 1n));
  return {
    eventID: `e${SequenceNumber}`,
    eventName,
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'us-east-1',
    eventSourceARN: SOURCE_STREAM,
    dynamodb: {
      ApproximateCreationDateTime: 1_650_974_400,
      Keys: Object.fromEntries(Object.entries(image).filter(([name]) => ['cod_chav_patc', 'cod_chav_filg'].includes(name))),
      ...(images.before && { OldImage: images.before }),
      ...(images.after && { NewImage: images.after }),
      SequenceNumber,
      SizeBytes: 220,
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
  };
}

/** A row of the platform's, as its stream shows it. */
export function questionImage(compliant: AttributeValue | undefined, row: { productId?: string; questionId?: string; key?: string } = {}): Image {
  const { productId = 'sandboxsre', questionId = 'PRRCON38', key = `${questionId}#dev#LATEST` } = row;
  return {
    cod_chav_patc: { S: productId },
    cod_chav_filg: { S: key },
    cod_chav_filg_locl: { S: `LATEST#REL#${questionId}#dev` },
    entity: { S: 'Prodcut' },
    ...(compliant && { compliant }),
    pillar: { S: 'REL' },
    resource: { S: 'arn:aws:s3:::a-bucket' },
    event_time: { N: '1650974400' },
    digest: { B: Buffer.from('not text').toString('base64') },
  };
}

export function scoreImage(score: AttributeValue, row: { productId?: string; key?: string; partition?: string } = {}): Image {
  const { productId = 'sandboxsre', key = 'DEV#ALL#LATEST', partition = `score#${productId}` } = row;
  return {
    cod_chav_patc: { S: partition },
    cod_chav_filg: { S: key },
    entity: { S: 'score' },
    score,
    event_time: { N: '12300000000000000' },
  };
}
