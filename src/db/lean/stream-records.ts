import type { AttributeValue, OperationType, _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';

import { isRecord, listOf } from './decode';

export interface RecordsAnswer {
  readonly records: readonly StreamRecord[];
  readonly nextIterator: string | undefined;
}

/** An answer of GetRecords in the SDK's own shape, so that readers need not know who asked. */
export function recordsOf(body: unknown): RecordsAnswer {
  const output = isRecord(body) ? body : {};
  return { records: listOf(output.Records).map(recordOf), nextIterator: textOf(output.NextShardIterator) };
}

function recordOf(value: unknown): StreamRecord {
  const record = isRecord(value) ? value : {};
  const change = isRecord(record.dynamodb) ? record.dynamodb : {};
  const identity = isRecord(record.userIdentity) ? record.userIdentity : undefined;
  return {
    eventID: textOf(record.eventID),
    eventName: eventNameOf(record.eventName),
    eventVersion: textOf(record.eventVersion),
    eventSource: textOf(record.eventSource),
    awsRegion: textOf(record.awsRegion),
    dynamodb: {
      ...(change.ApproximateCreationDateTime !== undefined && {
        ApproximateCreationDateTime: new Date(Number(change.ApproximateCreationDateTime) * 1000),
      }),
      ...(isRecord(change.Keys) && { Keys: attributesOf(change.Keys) }),
      ...(isRecord(change.NewImage) && { NewImage: attributesOf(change.NewImage) }),
      ...(isRecord(change.OldImage) && { OldImage: attributesOf(change.OldImage) }),
      SequenceNumber: textOf(change.SequenceNumber),
      ...(typeof change.SizeBytes === 'number' && { SizeBytes: change.SizeBytes }),
    },
    // How a deletion by time to live tells itself apart from one by hand.
    ...(identity && { userIdentity: { PrincipalId: textOf(identity.PrincipalId), Type: textOf(identity.Type) } }),
  };
}

function eventNameOf(value: unknown): OperationType | undefined {
  return value === 'INSERT' || value === 'MODIFY' || value === 'REMOVE' ? value : undefined;
}

function attributesOf(attributes: unknown): Record<string, AttributeValue> {
  const typed: Record<string, AttributeValue> = {};
  if (isRecord(attributes)) for (const name in attributes) typed[name] = attributeOf(attributes[name]);
  return typed;
}

function attributeOf(value: unknown): AttributeValue {
  const [[tag, content] = []] = isRecord(value) ? Object.entries(value) : [];
  switch (tag) {
    case 'S':
      return { S: String(content) };
    case 'N':
      return { N: String(content) };
    case 'BOOL':
      return { BOOL: content === true };
    case 'NULL':
      return { NULL: true };
    case 'L':
      return { L: listOf(content).map(attributeOf) };
    case 'M':
      return { M: attributesOf(content) };
    case 'SS':
      return { SS: listOf(content).map(String) };
    case 'NS':
      return { NS: listOf(content).map(String) };
    case 'B':
      return { B: bytesOf(content) };
    case 'BS':
      return { BS: listOf(content).map(bytesOf) };
    default:
      throw new TypeError(`The stream told of a value of unknown type ${String(tag)}.`);
  }
}

function bytesOf(value: unknown): Uint8Array {
  return new Uint8Array(Buffer.from(String(value), 'base64'));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
