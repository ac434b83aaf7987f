import { ConnectionBench, settle } from './support/connection-bench';

describe('the connection', () => {
  it('goes live and says so', async () => {
    const bench = new ConnectionBench();
    bench.connection.start();
    await bench.goLive();
    expect(bench.shown.map(({ phase }) => phase)).toEqual(['connecting', 'live']);
    expect(bench.lives).toBe(1);
  });

  it('waits longer after each failure and starts afresh once it was steady', async () => {
    const bench = new ConnectionBench();
    bench.connection.start();
    await settle();
    const waited: number[] = [];
    for (let failure = 0; failure < 3; failure += 1) {
      bench.last.events.onClosed(1006);
      waited.push(bench.waits[0]?.ms ?? -1);
      await bench.endWait();
    }
    expect(waited).toEqual([1000, 2000, 4000]);
    await bench.goLive();
    bench.now = 60_000;
    bench.last.events.onClosed(1006);
    expect(bench.waits[0]?.ms).toBe(1000);
  });

  it('says that it is still away after each attempt beyond the third, until it is live', async () => {
    const bench = new ConnectionBench();
    bench.connection.start();
    await settle();
    const reports: number[] = [];
    for (let failure = 0; failure < 6; failure += 1) {
      bench.last.events.onClosed(1006);
      reports.push(bench.awayReports);
      await bench.endWait();
    }
    expect(reports).toEqual([0, 0, 0, 1, 2, 3]);
    await bench.goLive();
    bench.now = 60_000;
    bench.last.events.onClosed(1006);
    expect(bench.awayReports).toBe(3);
  });

  it('renews an expired token at once and resumes', async () => {
    const bench = new ConnectionBench();
    bench.connection.start();
    await bench.goLive();
    bench.last.events.onClosed(4403);
    expect(bench.waits[0]?.ms).toBe(0);
    await bench.endWait();
    expect(bench.asked).toEqual([false, true]);
    expect(bench.last.token).toBe('token-2');
    await bench.goLive();
    expect(bench.phase).toBe('live');
  });

  it('does not hurry after a renewal that found no network', async () => {
    const bench = new ConnectionBench();
    bench.connection.start();
    await bench.goLive();
    bench.last.events.onClosed(4403);
    await bench.endWait();
    bench.last.events.onClosed(1006);
    expect(bench.waits[0]?.ms).toBeGreaterThan(0);
    expect(bench.phase).toBe('waiting');
  });

  it('says that it is refused when a fresh token does not help, and keeps trying slowly', async () => {
    const bench = new ConnectionBench();
    bench.connection.start();
    await settle();
    bench.last.events.onClosed(4403);
    await bench.endWait();
    bench.last.events.onClosed(4403);
    expect(bench.phase).toBe('refused');
    expect(bench.waits[0]?.ms).toBeGreaterThan(0);
    await bench.endWait();
    expect(bench.asked).toEqual([false, true, true]);
  });

  it('drops its socket when the network goes and connects at once when it is back', async () => {
    const bench = new ConnectionBench();
    bench.connection.start();
    await bench.goLive();
    bench.isOnline = false;
    bench.connection.goOffline();
    expect(bench.last.isClosed).toBe(true);
    expect(bench.phase).toBe('offline');
    expect(bench.opened).toHaveLength(1);
    bench.isOnline = true;
    bench.connection.wake();
    await bench.goLive();
    expect(bench.opened).toHaveLength(2);
    expect(bench.phase).toBe('live');
  });

  it('tries although the browser thinks it is offline, as it does on a machine with nothing but loopback', async () => {
    const bench = new ConnectionBench();
    bench.isOnline = false;
    bench.connection.start();
    await bench.goLive();
    expect(bench.phase).toBe('live');
  });

  it('shows the same trouble from the first failure until it is over', async () => {
    const bench = new ConnectionBench();
    bench.connection.start();
    await bench.goLive();
    bench.last.events.onClosed(1006);
    await bench.endWait();
    bench.last.events.onClosed(1006);
    await bench.endWait();
    await bench.goLive();
    expect(bench.shown.map(({ phase }) => phase).slice(2)).toEqual([
      'waiting',
      'waiting',
      'waiting',
      'waiting',
      'live',
    ]);
  });

  it('does not sit out a wait when it is woken', async () => {
    const bench = new ConnectionBench();
    bench.connection.start();
    await settle();
    bench.last.events.onClosed(1006);
    bench.connection.wake();
    await settle();
    expect(bench.opened).toHaveLength(2);
    expect(bench.waits).toHaveLength(0);
  });

  it('opens nothing more once it is stopped', async () => {
    const bench = new ConnectionBench();
    bench.connection.start();
    bench.connection.stop();
    await settle();
    bench.connection.wake();
    await settle();
    expect(bench.opened).toHaveLength(0);
  });

  it('ignores the end of a socket that it has left', async () => {
    const bench = new ConnectionBench();
    bench.connection.start();
    await bench.goLive();
    const first = bench.last;
    bench.connection.drop();
    await bench.endWait();
    await bench.goLive();
    first.events.onClosed(1006);
    expect(bench.phase).toBe('live');
  });
});
