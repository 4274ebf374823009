/** An answer that took longer makes its webhook a slow one again. */
const SLOW_MS = 2_000;
/** Part of all slots that slow webhooks may have together: the rest is always there for those that answer quickly. */
const SLOW_SHARE = 0.75;

export interface SlotLimits {
  /** Attempts at a time of one webhook. */
  readonly perWebhook: number;
  /** Attempts at a time of this host. */
  readonly total: number;
}

/**
 * Which webhooks may send how much at a time. One that has answered quickly has a few slots; any other one is slow until it
 * does: it has a single slot, and all of those together never have every slot, so receivers that hang delay nobody else.
 */
export class Slots {
  readonly #limits: SlotLimits;
  readonly #taken = new Map<string, number>();
  readonly #quick = new Set<string>();
  /** The last that was given a share when there was not enough for all. */
  #last = "";

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /**
   * Deals out what is free: a slot each in turn, so that no webhook takes all. They are taken from then on.
   * @param webhookIds those that have something to send
   * @returns how many each may send now, without those that may not
   */
  share(webhookIds: readonly string[]): ReadonlyMap<string, number> {
    const shares = new Map<string, number>();
    const slow = (id: string): boolean => !this.#quick.has(id);
    let free = this.#limits.total - sum(this.#taken.values());
    // Where there is one slot only, slow ones may have it too: they would never be sent otherwise.
    const maxForSlow = Math.max(1, Math.floor(this.#limits.total * SLOW_SHARE));
    let freeForSlow = maxForSlow - sum([...this.#taken].map(([id, count]) => (slow(id) ? count : 0)));
    for (let given = true; given && free > 0;) {
      given = false;
      for (const id of this.#fromTheNext(webhookIds)) {
        const share = shares.get(id) ?? 0;
        const most = slow(id) ? 1 : this.#limits.perWebhook;
        if (free <= 0 || (this.#taken.get(id) ?? 0) + share >= most || (slow(id) && freeForSlow <= 0)) continue;
        shares.set(id, share + 1);
        this.#last = id;
        free -= 1;
        if (slow(id)) freeForSlow -= 1;
        given = true;
      }
    }
    for (const [id, count] of shares) this.#taken.set(id, (this.#taken.get(id) ?? 0) + count);
    return shares;
  }

  /** What was dealt out, and is not needed. */
  giveBack(shares: ReadonlyMap<string, number>): void {
    for (const [id, count] of shares) for (let nth = 0; nth < count; nth += 1) this.give(id, undefined);
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
    if (durationMs < SLOW_MS) this.#quick.add(webhookId);
    else this.#quick.delete(webhookId);
  }

  /** Begins after whoever was served last, so that the first of the list are not the only ones who ever get a slot. */
  #fromTheNext(webhookIds: readonly string[]): readonly string[] {
    const next = webhookIds.findIndex((id) => id > this.#last);
    return next <= 0 ? webhookIds : [...webhookIds.slice(next), ...webhookIds.slice(0, next)];
  }
}

const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0);
