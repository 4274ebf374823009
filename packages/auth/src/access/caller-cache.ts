import type { Revision } from "@cadastre/inventory-core";

/** Callers that one cache keeps at most. */
export const MAX_CALLERS = 2_000;

/**
 * What look-ups of callers found, by the hash of what the caller shows, for as long as nothing that they read has changed.
 * Who is kept was admitted: nobody is refused for what is kept here, and times are the caller's to compare.
 */
export class CallerCache<Found extends object> {
  readonly #revision: Revision | undefined;
  readonly #most: number;
  #kept: number | undefined;
  // Two generations: what was not used while the younger filled up goes with the older.
  #young = new Map<string, Found>();
  #old = new Map<string, Found>();

  /** @param revision of what the look-ups read; without one each is made */
  constructor(revision: Revision | undefined, most: number = MAX_CALLERS) {
    this.#revision = revision;
    this.#most = most;
  }

  get(key: string): Found | undefined {
    const now = this.#revision?.current();
    if (now === undefined) return undefined;
    if (now !== this.#kept) {
      this.#clear(now);
      return undefined;
    }
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.#put(key, old);
    return old;
  }

  /**
   * Looks, and keeps what is found if `isKept`, unless something was changed since before the look.
   * @throws what `look` throws
   */
  async load(
    key: string,
    look: () => Promise<Found | undefined>,
    isKept: (found: Found) => boolean = () => true,
  ): Promise<Found | undefined> {
    const before = this.#revision?.current();
    const found = await look();
    if (found === undefined || before === undefined || !isKept(found) || this.#revision?.current() !== before) return found;
    if (before !== this.#kept) this.#clear(before);
    this.#put(key, found);
    return found;
  }

  /** Puts something newer in the place of what is kept; nothing when that is gone. */
  replace(key: string, found: Found): void {
    if (this.get(key) !== undefined) this.#put(key, found);
  }

  #put(key: string, found: Found): void {
    if (this.#young.size >= this.#most / 2) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, found);
  }

  #clear(now: number): void {
    this.#kept = now;
    this.#young = new Map();
    this.#old = new Map();
  }
}
