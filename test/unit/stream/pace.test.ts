import { LOCAL_PACE, Rhythm, SERVICE_PACE } from '../../../src/stream/pace';

describe('The rhythm of a reader', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('asks the service at most four times a second, however often it is nudged', async () => {
    const rhythm = new Rhythm({ pace: SERVICE_PACE, monotonic: () => performance.now(), heldShards: () => 1 });
    const asked: number[] = [];
    const end = performance.now() + 3_000;
    const reading = (async () => {
      while (performance.now() < end) {
        await rhythm.ask(async () => asked.push(performance.now()));
        await rhythm.afterAnswer(asked.length % 2 === 0);
      }
    })();
    for (let millis = 0; millis < 3_000; millis += 10) {
      await jest.advanceTimersByTimeAsync(10);
      rhythm.nudge();
    }
    rhythm.stop();
    await jest.advanceTimersByTimeAsync(1_000);
    await reading;
    expect(asked.length).toBeGreaterThan(8);
    expect(asked.length).toBeLessThanOrEqual(14);
    asked.slice(1, -1).forEach((at, index) => expect(at - (asked[index] ?? 0)).toBeGreaterThanOrEqual(250));
  });

  it('leaves a busy engine to its writers, but not for ever', async () => {
    const rhythm = new Rhythm({ pace: LOCAL_PACE, monotonic: () => performance.now(), heldShards: () => 1 });
    const gapAfter = async (tookMillis: number) => {
      const took = rhythm.ask(() => new Promise((resolve) => setTimeout(resolve, tookMillis)));
      const askedAt = performance.now();
      await jest.advanceTimersByTimeAsync(tookMillis);
      await took;
      const next = rhythm.ask(async () => performance.now());
      await jest.advanceTimersByTimeAsync(1_000);
      return (await next) - askedAt;
    };
    expect(await gapAfter(1)).toBeCloseTo(20, 0);
    expect(await gapAfter(12)).toBeCloseTo(72, 0);
    expect(await gapAfter(100)).toBeCloseTo(250, 0);
  });
});
