// What every peer is told by the bench, and how it reports where it listens.
export const settings = {
  endpoint: process.env.PEER_ENDPOINT,
  table: process.env.PEER_TABLE,
  secret: Buffer.from(process.env.PEER_SECRET ?? ''),
};

export function announce(port) {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
}
