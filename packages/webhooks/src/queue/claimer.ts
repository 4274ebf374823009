import { type Clock, type OpenStorage, timestampOf, type Transaction, type WriteOptions } from "@cadastre/inventory-core";
import { type Claim, claimDue, type Shares, webhooksDue } from "./claims.ts";
import type { HeldLeases } from "./held-leases.ts";
import type { Slots } from "./slots.ts";

/** What a claimer works with. */
export interface ClaimerParts {
  readonly storage: OpenStorage;
  readonly clock: Clock;
  readonly slots: Slots;
  readonly leases: HeldLeases;
  readonly leaseMs: number;
}

/**
 * Takes as many due deliveries as this host has slots for. It does so at the end of a transaction that was needed anyway:
 * each commit less brings the end of an attempt earlier to the disk, and until it is there, a crash repeats the delivery.
 */
export class Claimer {
  readonly #parts: ClaimerParts;
  #closed = false;

  constructor(parts: ClaimerParts) {
    this.#parts = parts;
  }

  /** From now on nothing is taken. */
  close(): void {
    this.#closed = true;
  }

  /** What is due, if anything. */
  async due(): Promise<readonly Claim[]> {
    const shares = await this.#share(this.#parts.storage.read);
    if (shares.size === 0) return [];
    return await this.#keeping(
      async (transaction) => await this.#claim(transaction, shares),
      { outlives: "process" },
      () => this.#parts.slots.giveBack(shares),
    );
  }

  /** Does `work`, and takes what is due then, in one transaction. Its leases and slots are this host's until they are given back. */
  async after(work: (transaction: Transaction) => Promise<void>, options?: WriteOptions): Promise<readonly Claim[]> {
    let shares: Shares = new Map();
    const giveBack = (): void => this.#parts.slots.giveBack(shares);
    return await this.#keeping(
      async (transaction) => {
        // The database may have asked for the transaction once more.
        giveBack();
        shares = new Map();
        await work(transaction);
        shares = await this.#share(transaction);
        return await this.#claim(transaction, shares);
      },
      options,
      giveBack,
    );
  }

  /** Slots of webhooks that have something due: taken before the claims, as another transaction of this host may be under way. */
  async #share(queries: Pick<Transaction, "all">): Promise<Shares> {
    if (this.#closed) return new Map();
    const { clock, slots } = this.#parts;
    return slots.share(await webhooksDue(queries, timestampOf(clock)));
  }

  async #claim(transaction: Transaction, shares: Shares): Promise<readonly Claim[]> {
    const { storage, clock, leases, leaseMs } = this.#parts;
    if (shares.size === 0) return [];
    return await claimDue(transaction, storage.dialect, shares, {
      own: leases.ids,
      now: timestampOf(clock),
      until: new Date(clock.now() + leaseMs).toISOString(),
    });
  }

  async #keeping(
    claim: (transaction: Transaction) => Promise<readonly Claim[]>,
    options: WriteOptions | undefined,
    giveBack: () => void,
  ): Promise<readonly Claim[]> {
    const { storage, slots, leases } = this.#parts;
    try {
      const claims = await storage.write(claim, options);
      for (const one of claims) {
        slots.take(one.webhook_id);
        leases.add(one);
      }
      return claims;
    } finally {
      giveBack();
    }
  }
}
