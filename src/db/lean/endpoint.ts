import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { ListStreamsCommand, type DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';

import { isRecord } from './decode';

/**
 * Where the SDK would send a call. Its rules are many (region, account, variables, profile), and the tables are checked
 * with them, so it is asked itself: by a command that comes as far as its address and is never sent.
 */
export async function endpointOf(client: DynamoDBClient | DynamoDBStreamsClient): Promise<URL> {
  return new Promise((resolve, reject) => {
    const takeAddress = () => async ({ request }: { readonly request: unknown }) => {
      resolve(addressOf(request));
      return { output: { $metadata: {} }, response: undefined };
    };
    const ask = async () => {
      if (client instanceof DynamoDBClient) {
        const command = new ListTablesCommand({});
        command.middlewareStack.add(takeAddress, { step: 'build' });
        await client.send(command);
      } else {
        const command = new ListStreamsCommand({});
        command.middlewareStack.add(takeAddress, { step: 'build' });
        await client.send(command);
      }
    };
    ask().catch(reject);
  });
}

function addressOf(request: unknown): URL {
  const { protocol, hostname, port } = isRecord(request) ? request : {};
  if (typeof protocol !== 'string' || typeof hostname !== 'string') throw new TypeError('a request of the SDK has an address');
  return new URL(`${protocol}//${hostname}${typeof port === 'number' ? `:${port}` : ''}/`);
}
