/** A wait that can be cut short, by news or by the end. */
export class Pause {
  private resume: (() => void) | undefined;
  private isWoken = false;

  /** Returns at once if somebody called `wake` since the last wait. */
  async wait(millis: number): Promise<void> {
    if (!this.isWoken && millis > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, millis);
        this.resume = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.resume = undefined;
    this.isWoken = false;
  }

  wake(): void {
    this.isWoken = true;
    this.resume?.();
  }
}
