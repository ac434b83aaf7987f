// A closed loop over keep-alive sockets. Requests are bytes made once and answers are only measured, so that the load
// costs its core little beside the server.
import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

export function requestBytes(url, { path, token, body }) {
  const head = [
    `POST ${path} HTTP/1.1`, `host: ${url.host}`, 'content-type: application/json', `authorization: Bearer ${token}`,
    `content-length: ${Buffer.byteLength(body)}`, '', '',
  ].join('\r\n');
  return Buffer.from(head + body);
}

/** Asks for `seconds` over `connections` sockets; returns the answers counted and their latencies in milliseconds. */
export async function load(url, request, { connections, seconds, most = Infinity }) {
  const endsAt = performance.now() + seconds * 1000;
  const startedAt = performance.now();
  const latencies = [];
  await Promise.all(Array.from({ length: connections }, () => loop(url, request, () => performance.now() >= endsAt || latencies.length >= most, latencies)));
  latencies.sort((a, b) => a - b);
  return { count: latencies.length, seconds: (performance.now() - startedAt) / 1000, latencies };
}

function loop(url, request, isOver, latencies) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
    let sentAt = 0;
    let pending = Buffer.alloc(0);
    const send = () => {
      sentAt = performance.now();
      socket.write(request);
    };
    socket.once('connect', send).once('error', reject);
    socket.on('data', (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      if (!isComplete(pending)) return;
      if (pending.toString('latin1', 9, 12) !== '200') {
        socket.destroy();
        reject(new Error(`answered with ${pending.toString('utf8').slice(0, 500)}`));
        return;
      }
      latencies.push(performance.now() - sentAt);
      pending = Buffer.alloc(0);
      if (!isOver()) send();
      else {
        socket.destroy();
        resolve();
      }
    });
  });
}

function isComplete(buffer) {
  const headEnd = buffer.indexOf(HEAD_END);
  if (headEnd < 0) return false;
  const length = /content-length: (\d+)/i.exec(buffer.toString('latin1', 0, headEnd + 2));
  if (length) return buffer.length >= headEnd + 4 + Number(length[1]);
  return buffer.toString('latin1', buffer.length - 7) === '\r\n0\r\n\r\n';
}
