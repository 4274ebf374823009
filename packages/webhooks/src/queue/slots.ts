/** An answer that took longer makes its webhook a slow one, until an answer is quick again. */
const SLOW_MS = 2_000;
/** Part of all slots that slow webhooks may have together: the rest is always there for those that answer. */
const SLOW_SHARE = 0.75;

export interface SlotLimits {
  /** Attempts at a time of one webhook. */
  readonly perWebhook: number;
  /** Attempts at a time of this host. */
  readonly total: number;
}

/**
 * Which webhooks may send how much at a time. Each has a few slots; one that keeps its sender waiting has a single one,
 * and all of those together never have every slot, so receivers that hang delay nobody else.
 */
export class Slots {
  readonly #limits: SlotLimits;
  readonly #taken = new Map<string, number>();
  readonly #slow = new Set<string>();

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /**
   * Shares what is free: a slot each in turn, so that no webhook takes all.
   * @param webhookIds those that have something to send
   * @returns how many each may send now, without those that may not
   */
  share(webhookIds: readonly string[]): ReadonlyMap<string, number> {
    const shares = new Map<string, number>();
    const slow = (id: string): boolean => this.#slow.has(id);
    let free = this.#limits.total - sum(this.#taken.values());
    let freeForSlow = Math.floor(this.#limits.total * SLOW_SHARE) - sum([...this.#taken].map(([id, count]) => (slow(id) ? count : 0)));
    for (let given = true; given && free > 0; ) {
      given = false;
      for (const id of webhookIds) {
        const share = shares.get(id) ?? 0;
        const most = slow(id) ? 1 : this.#limits.perWebhook;
        if (free <= 0 || (this.#taken.get(id) ?? 0) + share >= most || (slow(id) && freeForSlow <= 0)) continue;
        shares.set(id, share + 1);
        free -= 1;
        if (slow(id)) freeForSlow -= 1;
        given = true;
      }
    }
    return shares;
  }

  take(webhookId: string): void {
    this.#taken.set(webhookId, (this.#taken.get(webhookId) ?? 0) + 1);
  }

  /** @param durationMs of the attempt that ended; undefined when there was none */
  give(webhookId: string, durationMs: number | undefined): void {
    const left = (this.#taken.get(webhookId) ?? 1) - 1;
    if (left === 0) this.#taken.delete(webhookId);
    else this.#taken.set(webhookId, left);
    if (durationMs === undefined) return;
    if (durationMs >= SLOW_MS) this.#slow.add(webhookId);
    else this.#slow.delete(webhookId);
  }

  /** Forgets webhooks that are not there any more. */
  keepOnly(webhookIds: ReadonlySet<string>): void {
    for (const id of this.#slow) if (!webhookIds.has(id)) this.#slow.delete(id);
  }
}

const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0);
