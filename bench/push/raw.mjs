// The floor: ws alone, a message made and sent.
import { createServer } from 'node:http';

import { WebSocketServer } from 'ws';

import { announce, listenForEvents, notification } from './events.mjs';

const sockets = new Map();
const http = createServer();
new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket) => {
  socket.once('message', (data) => {
    sockets.set(Number(JSON.parse(data).index), socket);
    socket.send('{"type":"connection_ack"}');
  });
});

const message = (user, sentAt) => {
  const { id, productId, env } = notification(user, sentAt);
  return JSON.stringify({ id: '1', type: 'next', payload: { data: { notificationAdded: { id, type: 'QUESTION', status: 'UNREAD', createdAt: '2026-09-21T14:13:20.000Z', productId, env } } } });
};
const publish = (index, sentAt) => {
  if (index >= 0) sockets.get(index)?.send(message(`user-${index}`, sentAt));
  else for (const [each, socket] of sockets) socket.send(message(`user-${each}`, sentAt));
};
http.listen(0, '127.0.0.1', async () => announce(http.address().port, await listenForEvents(publish)));
