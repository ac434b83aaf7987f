import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { AttributeValue as EventValue, DynamoDBRecord } from 'aws-lambda';

import type { StreamRecord } from '../src/stream/stream-source';

type EventImage = Record<string, EventValue>;

/** A function's event is JSON: binaries are base64 text in it and times are seconds. From here on it is as the stream's own API tells it. */
export function streamRecordOf({ eventID, eventName, eventVersion, awsRegion, dynamodb }: DynamoDBRecord): StreamRecord {
  const seconds = dynamodb?.ApproximateCreationDateTime;
  return {
    eventID,
    eventName,
    eventVersion,
    awsRegion,
    dynamodb: dynamodb && {
      ApproximateCreationDateTime: seconds === undefined ? undefined : new Date(seconds * 1000),
      SequenceNumber: dynamodb.SequenceNumber,
      SizeBytes: dynamodb.SizeBytes,
      StreamViewType: dynamodb.StreamViewType,
      Keys: imageOf(dynamodb.Keys),
      OldImage: imageOf(dynamodb.OldImage),
      NewImage: imageOf(dynamodb.NewImage),
    },
  };
}

function imageOf(image: EventImage | undefined): Record<string, AttributeValue> | undefined {
  return image && Object.fromEntries(Object.entries(image).map(([name, value]) => [name, valueOf(value)]));
}

function valueOf(value: EventValue): AttributeValue {
  if (value.S !== undefined) return { S: value.S };
  if (value.N !== undefined) return { N: value.N };
  if (value.BOOL !== undefined) return { BOOL: value.BOOL };
  if (value.M !== undefined) return { M: imageOf(value.M) ?? {} };
  if (value.L !== undefined) return { L: value.L.map(valueOf) };
  if (value.SS !== undefined) return { SS: value.SS };
  if (value.NS !== undefined) return { NS: value.NS };
  if (value.B !== undefined) return { B: Buffer.from(value.B, 'base64') };
  if (value.BS !== undefined) return { BS: value.BS.map((text) => Buffer.from(text, 'base64')) };
  return { NULL: true };
}
