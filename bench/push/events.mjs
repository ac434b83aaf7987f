// What every push server shares: events come over a plain socket, a line each, and say when they were sent.
import { createServer } from 'node:net';

/** `publish(index, sentAt)` rings socket number `index`; an index of -1 rings them all. */
export function listenForEvents(publish) {
  const server = createServer((socket) => {
    let rest = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop();
      for (const line of lines) {
        const [index, sentAt] = line.split(' ');
        publish(Number(index), sentAt);
      }
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
}

export function announce(port, eventsPort) {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/?events=${eventsPort}` })}\n`);
}

let last = 0n;

/** Of now: what is older than its listener is no news. */
function nextMoment() {
  const now = BigInt(Date.now()) * 1_000_000n;
  last = now > last ? now : last + 1n;
  return String(last);
}

let event = { sentAt: undefined, moment: '' };

/** The moment of sending rides in the product id, which every client gets to see. One event has one id for all its users. */
export function notification(user, sentAt) {
  if (event.sentAt !== sentAt) event = { sentAt, moment: nextMoment() };
  const { moment } = event;
  return {
    id: `all#${moment}`, user, moment, writtenAt: moment, state: 'unread', type: 'question',
    questionId: 'PRRREL1', compliant: false, productId: sentAt, env: 'dev', pillar: 'REL', supportGroups: ['sre'], eventId: 'e', streamEvent: 'insert',
    occurredAt: undefined, readAt: undefined, dismissedAt: undefined, expiresAt: 2_000_000_000,
  };
}
