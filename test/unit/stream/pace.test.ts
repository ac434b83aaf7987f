import { Rhythm, SERVICE_PACE } from '../../../src/stream/pace';

describe('The rhythm of a reader', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('asks the service at most four times a second, however often it is nudged', async () => {
    const rhythm = new Rhythm({ pace: SERVICE_PACE, monotonic: () => performance.now(), heldShards: () => 1 });
    const asked: number[] = [];
    const end = performance.now() + 3_000;
    const reading = (async () => {
      while (performance.now() < end) {
        await rhythm.beforeAsking();
        asked.push(performance.now());
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
});
