/** An attempt that takes longer makes its webhook a slow one, as soon as it has taken so long. */
export const SLOW_MS = 2_000;
/** Part of all slots that slow webhooks may have together: the rest is always there for those that answer quickly. */
const SLOW_SHARE = 0.75;
/** Part of all slots that the webhooks of one owner may have together. */
const OWNER_SHARE = 0.75;
/** Part of all slots that is left to webhooks of which no attempt is under way. */
const FIRST_SHARE = 0.125;
/** Fewer slots are not divided between owners. */
const FEW = 32;

export interface SlotLimits {
  /** Attempts at a time of one webhook. */
  readonly perWebhook: number;
  /** Attempts at a time of this host. */
  readonly total: number;
}

/** A webhook that has something to send. */
export interface DueWebhook {
  readonly id: string;
  /** Null for a webhook of the program itself. */
  readonly owner_id: string | null;
}

/** Webhooks of the program do not have their slots together. */
const ownerOf = ({ id, owner_id: owner }: DueWebhook): string => owner ?? `webhook ${id}`;

/**
 * Which webhooks may send how much at a time. One that has answered quickly has a few slots; any other one is slow until it
 * does: it has a single slot, and all of those together never have every slot, so receivers that hang delay nobody else. Slots are dealt
 * out by owner, and neither one owner nor webhooks with several slots get all of them: whoever made many webhooks delays no other owner.
 */
export class Slots {
  readonly #limits: SlotLimits;
  readonly #taken = new Map<string, number>();
  /** Owners of webhooks that have slots. */
  readonly #owners = new Map<string, string>();
  readonly #quick = new Set<string>();
  /** The last owner, and the last webhook of each, that was given a share when there was not enough for all. */
  #lastOwner = "";
  readonly #last = new Map<string, string>();

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /**
   * Deals out what is free: a slot each in turn, owner by owner, so that no webhook takes all. They are taken from then on.
   * @param due those that have something to send
   * @returns how many each may send now, without those that may not
   */
  share(due: readonly DueWebhook[]): ReadonlyMap<string, number> {
    const shares = new Map<string, number>();
    const { total } = this.#limits;
    const byOwner = new Map(
      [...Map.groupBy(due, ownerOf)].map(([owner, own]) => [
        owner,
        afterLast(
          own.map(({ id }) => id),
          this.#last.get(owner) ?? "",
        ),
      ]),
    );
    const free = this.#free();
    for (let given = true; given && free.all > 0;) {
      given = false;
      for (const owner of afterLast([...byOwner.keys()].toSorted(), this.#lastOwner)) {
        const waiting = byOwner.get(owner) as string[];
        const at = waiting.findIndex((id) => this.#mayHave(id, owner, shares.get(id) ?? 0, free));
        const [id] = at === -1 ? [] : waiting.splice(at, 1);
        if (id === undefined) {
          // There will be no more for it in this round.
          byOwner.delete(owner);
          continue;
        }
        // It comes again when all others of its owner have had their turn.
        waiting.push(id);
        shares.set(id, (shares.get(id) ?? 0) + 1);
        this.#lastOwner = owner;
        this.#last.set(owner, id);
        this.#owners.set(id, owner);
        free.all -= 1;
        free.ofOwner.set(owner, (free.ofOwner.get(owner) ?? mostOf(total, OWNER_SHARE)) - 1);
        if (!this.#quick.has(id)) free.slow -= 1;
        given = true;
      }
    }
    for (const [id, count] of shares) this.#taken.set(id, (this.#taken.get(id) ?? 0) + count);
    return shares;
  }

  #free(): Free {
    const { total } = this.#limits;
    const ofOwner = new Map<string, number>();
    for (const [id, count] of this.#taken) {
      const owner = this.#owners.get(id) ?? "";
      ofOwner.set(owner, (ofOwner.get(owner) ?? mostOf(total, OWNER_SHARE)) - count);
    }
    const slow = [...this.#taken].map(([id, count]) => (this.#quick.has(id) ? 0 : count));
    // Where there is one slot only, slow ones may have it too: they would never be sent otherwise.
    return { all: total - sum(this.#taken.values()), slow: Math.max(1, Math.floor(total * SLOW_SHARE)) - sum(slow), ofOwner };
  }

  #mayHave(id: string, owner: string, share: number, free: Free): boolean {
    const { total, perWebhook } = this.#limits;
    const has = (this.#taken.get(id) ?? 0) + share;
    const isSlow = !this.#quick.has(id);
    if (free.all <= 0 || has >= (isSlow ? 1 : perWebhook) || (isSlow && free.slow <= 0)) return false;
    if ((free.ofOwner.get(owner) ?? mostOf(total, OWNER_SHARE)) <= 0) return false;
    return has === 0 || total < FEW || free.all > total * FIRST_SHARE;
  }

  /** What was dealt out, and is not needed. */
  giveBack(shares: ReadonlyMap<string, number>): void {
    for (const [id, count] of shares) for (let nth = 0; nth < count; nth += 1) this.give(id, undefined);
  }

  /** Takes a slot for a delivery that was claimed, beside the one that was dealt out and is given back. */
  take(webhookId: string): void {
    this.#taken.set(webhookId, (this.#taken.get(webhookId) ?? 0) + 1);
  }

  /** An attempt has gone on for {@link SLOW_MS}. */
  hangs(webhookId: string): void {
    this.#quick.delete(webhookId);
  }

  /** @param durationMs of the attempt that ended; undefined when there was none */
  give(webhookId: string, durationMs: number | undefined): void {
    const left = (this.#taken.get(webhookId) ?? 1) - 1;
    if (left > 0) this.#taken.set(webhookId, left);
    else {
      this.#taken.delete(webhookId);
      this.#owners.delete(webhookId);
    }
    if (durationMs === undefined) return;
    if (durationMs < SLOW_MS) this.#quick.add(webhookId);
    else this.#quick.delete(webhookId);
  }
}

/** Slots that are free. */
interface Free {
  all: number;
  slow: number;
  /** Of owners whose webhooks have some. */
  readonly ofOwner: Map<string, number>;
}

/** A part of all slots that may be had; all of few. */
const mostOf = (total: number, share: number): number => (total < FEW ? total : Math.floor(total * share));

/** Begins after whoever was served last, so that the first of the list are not the only ones who ever get a slot. */
function afterLast(ids: readonly string[], last: string): string[] {
  const next = ids.findIndex((id) => id > last);
  return next <= 0 ? [...ids] : [...ids.slice(next), ...ids.slice(0, next)];
}

const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0);
