// The bare writer: full transactions with the stock SDK, one after the other, and nothing around them.
import { createServer } from 'node:http';

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';

import { announce, settings } from './settings.mjs';

const documents = DynamoDBDocumentClient.from(
  new DynamoDBClient({ endpoint: settings.endpoint, region: 'local', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }),
  { marshallOptions: { removeUndefinedValues: true } },
);
const PAIRS_A_CALL = 50;
const TableName = settings.table;

const itemOf = (user, t, state) => ({
  cod_chav_patc: user, cod_ordenar_chav: `all#${t}`, status_ordenar: `${state}#${t}`, tipo_ordenar: `question#${state}#${t}`, event_type: 'question',
  event_id: 'bare', stream_event: 'insert', product_id: 'product-1', env: 'dev', pillar: 'REL', support_groups: ['sre'], question: 'PRRREL1',
  compliance: false, written_at: t, ttl: 1_900_000_000,
});
const entryOf = (user, t) => ({ cod_chav_patc: user, cod_ordenar_chav: `unread#${t}`, ttl: 1_900_000_000 });
const absent = { ConditionExpression: 'attribute_not_exists(cod_ordenar_chav)' };

const creation = (user, t) => [
  { Put: { TableName, Item: itemOf(user, t, 'unread'), ...absent, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } },
  { Put: { TableName, Item: entryOf(user, t), ...absent } },
];
const change = (user, t, state) => {
  const before = state === 'read' ? 'unread' : 'read';
  const put = {
    TableName, Item: itemOf(user, t, state), ConditionExpression: 'status_ordenar = :before',
    ExpressionAttributeValues: { ':before': `${before}#${t}` }, ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
  const entry = state === 'read'
    ? { Delete: { TableName, Key: { cod_chav_patc: user, cod_ordenar_chav: `unread#${t}` }, ConditionExpression: 'attribute_exists(cod_ordenar_chav)' } }
    : { Put: { TableName, Item: entryOf(user, t), ...absent } };
  return [{ Put: put }, entry];
};

async function transact(pairs) {
  for (let start = 0; start < pairs.length; start += PAIRS_A_CALL) {
    await documents.send(new TransactWriteCommand({ TransactItems: pairs.slice(start, start + PAIRS_A_CALL).flat() }));
  }
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { kind, pairs, state } = JSON.parse(Buffer.concat(chunks));
  await transact(pairs.map(([user, t]) => (kind === 'create' ? creation(user, t) : change(user, t, state))));
  response.end('{}');
});
server.listen(0, '127.0.0.1', () => announce(server.address().port));
