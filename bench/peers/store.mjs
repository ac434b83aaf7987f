// The page and the count as a tutorial would read them: stock SDK, stock document client, the product's keys.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';

import { settings } from './settings.mjs';

const documents = DynamoDBDocumentClient.from(
  new DynamoDBClient({ endpoint: settings.endpoint, region: 'local', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }),
);

export async function unreadPage(user, size) {
  const { Items = [] } = await documents.send(new QueryCommand({
    TableName: settings.table,
    IndexName: 'xxnc_2022',
    KeyConditionExpression: 'cod_chav_patc = :user AND begins_with(status_ordenar, :unread)',
    ExpressionAttributeValues: { ':user': user, ':unread': 'unread#' },
    ScanIndexForward: false,
    Limit: size + 1,
  }));
  const edges = Items.slice(0, size).map((item) => ({ cursor: cursorOf(item), node: nodeOf(item) }));
  return { edges, pageInfo: { endCursor: edges.at(-1)?.cursor ?? null, hasNextPage: Items.length > size } };
}

const CAP = 1000;

export async function unreadCount(user) {
  const { Count = 0 } = await documents.send(new QueryCommand({
    TableName: settings.table,
    Select: 'COUNT',
    KeyConditionExpression: 'cod_chav_patc = :user AND begins_with(cod_ordenar_chav, :unread)',
    ExpressionAttributeValues: { ':user': user, ':unread': 'unread#' },
    Limit: CAP + 1,
  }));
  return { count: Math.min(Count, CAP), isCapped: Count > CAP };
}

function cursorOf({ cod_chav_patc, cod_ordenar_chav, status_ordenar }) {
  return Buffer.from(JSON.stringify([1, 'unread', { cod_chav_patc, cod_ordenar_chav, status_ordenar }])).toString('base64url');
}

function nodeOf(item) {
  const id = item.cod_ordenar_chav;
  const node = {
    id,
    type: item.event_type.toUpperCase(),
    status: item.status_ordenar.startsWith('unread#') ? 'UNREAD' : 'READ',
    createdAt: new Date(Number(BigInt(id.slice(4)) / 1_000_000n)),
    occurredAt: item.occurred_at === undefined ? null : new Date(item.occurred_at),
    readAt: item.read_at === undefined ? null : new Date(item.read_at),
    productId: item.product_id,
    env: item.env,
    pillar: item.pillar ?? null,
    supportGroups: item.support_groups,
  };
  if (item.event_type === 'question') {
    return { ...node, questionId: item.question, compliance: item.compliance ? 'COMPLIANT' : 'PENDING' };
  }
  return { ...node, oldScore: item.old_score, newScore: item.new_score, delta: Number((item.new_score - item.old_score).toFixed(6)) };
}
