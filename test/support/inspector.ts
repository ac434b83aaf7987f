import { WebSocket } from 'ws';

/** What another process really holds: its heap after a full collection, asked for over its inspector. */
export async function heapAfterCollection(inspector: string): Promise<number> {
  const socket = new WebSocket(inspector);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  try {
    await call(socket, 1, 'HeapProfiler.collectGarbage');
    const { usedSize } = await call(socket, 2, 'Runtime.getHeapUsage');
    return Number(usedSize);
  } finally {
    socket.terminate();
  }
}

async function call(socket: WebSocket, id: number, method: string): Promise<Record<string, unknown>> {
  return new Promise((resolve) => {
    const onMessage = (data: Buffer) => {
      const answer = JSON.parse(data.toString()) as { id?: number; result?: Record<string, unknown> };
      if (answer.id !== id) return;
      socket.off('message', onMessage);
      resolve(answer.result ?? {});
    };
    socket.on('message', onMessage);
    socket.send(JSON.stringify({ id, method }));
  });
}
