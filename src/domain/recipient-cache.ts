import type { NotificationMap } from './ports';
import { recipientsOf, type Recipient } from './recipients';

/** A map that changed behind every stream's back is believed for no longer than this. */
const MAX_AGE_MILLIS = 1_000;
const MAX_PRODUCTS = 1_000;

/** Recipients by product, forgotten when the notification stream tells of a change in the map. */
export class RecipientCache {
  private readonly entries = new Map<string, { readonly recipients: Promise<readonly Recipient[]>; readonly until: number }>();

  constructor(
    private readonly map: Pick<NotificationMap, 'entriesOf'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async recipientsOf(productId: string): Promise<readonly Recipient[]> {
    const cached = this.entries.get(productId);
    if (cached && this.now() < cached.until) return cached.recipients;
    const recipients = this.map.entriesOf(productId).then(recipientsOf);
    this.entries.delete(productId);
    this.entries.set(productId, { recipients, until: this.now() + MAX_AGE_MILLIS });
    this.evictOldest();
    recipients.catch(() => this.forget(productId));
    return recipients;
  }

  forget(productId: string): void {
    this.entries.delete(productId);
  }

  private evictOldest(): void {
    const [oldest] = this.entries.keys();
    if (this.entries.size > MAX_PRODUCTS && oldest !== undefined) this.entries.delete(oldest);
  }
}
