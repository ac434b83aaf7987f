// L1, the yardstick: node:http and the stock SDK, no GraphQL at all.
import { createServer } from 'node:http';

import { announce } from './settings.mjs';
import { unreadCount, unreadPage } from './store.mjs';
import { userOf } from './token.mjs';

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const user = await userOf(request.headers.authorization);
    const data = request.url === '/count' ? { unreadCount: await unreadCount(user) } : { notifications: await unreadPage(user, 20) };
    const body = JSON.stringify({ data });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
server.listen(0, '127.0.0.1', () => announce(server.address().port));
