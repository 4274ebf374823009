import { type Change, type Clock, clientNetworkOf, InventoryError } from "@cadastre/inventory-core";

/** How long an address counts as one that a user signs in from. */
const KNOWN_MS = 30 * 86_400_000;

/** What the row of a username tells, beside the user's. */
export interface GuardColumns {
  readonly failures: number | null;
  readonly failures_end: string | null;
  readonly known: number | null;
}

/** Columns for a statement over `k.username_key`, a user `u` and failures `f`; the address is its parameter. */
export const GUARD_COLUMNS = `f.failures, f.ends_at as failures_end,
  (select 1 from auth_known_address a where a.user_id = u.id and a.address = ?) as known`;

/**
 * Bounds how often a username is guessed from many addresses at once, each of which keeps below its own limit. It never
 * locks anybody out of where they work: an address that the user signed in from within 30 days may always try. Unknown
 * usernames are counted alike, so that nothing is told of who exists.
 */
export class UsernameGuard {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #windowMs: number;

  /** @param most failures per window; 0 for no limit */
  constructor(clock: Clock, most: number, windowSeconds: number) {
    this.#clock = clock;
    this.#most = most;
    this.#windowMs = windowSeconds * 1000;
  }

  /** @throws LOGIN_RATE_LIMIT_EXCEEDED */
  check({ failures, failures_end: end, known }: GuardColumns): void {
    const remaining = end === null ? 0 : Date.parse(end) - this.#clock.now();
    if (this.#most > 0 && (failures ?? 0) >= this.#most && remaining > 0 && known === null) throw tooMany(Math.ceil(remaining / 1000));
  }

  async noteFailure(change: Change, usernameKey: string): Promise<void> {
    if (this.#most === 0) return;
    const end = new Date(Date.parse(change.now) + this.#windowMs).toISOString();
    await change.exec("delete from auth_login_failure where ends_at <= ?", [change.now]);
    await change.exec(
      `insert into auth_login_failure (username_key, failures, ends_at) values (?, 1, ?)
       on conflict (username_key) do update set failures = auth_login_failure.failures + 1`,
      [usernameKey, end],
    );
  }

  /** Kept whatever the limit is: whose password is compared next goes by it too. */
  async noteSuccess(change: Change, userId: string, address: string | undefined): Promise<void> {
    if (address === undefined) return;
    await change.exec("delete from auth_known_address where seen_at < ?", [new Date(Date.parse(change.now) - KNOWN_MS).toISOString()]);
    await change.exec(
      `insert into auth_known_address (user_id, address, seen_at) values (?, ?, ?)
       on conflict (user_id, address) do update set seen_at = excluded.seen_at`,
      [userId, clientNetworkOf(address), change.now],
    );
  }
}

/** The HTTP edge declares this code; here it is given for the same reason. */
function tooMany(seconds: number): Error {
  return new InventoryError({
    code: "LOGIN_RATE_LIMIT_EXCEEDED",
    kind: "rate-limited",
    message: `too many failed sign-ins of this username; retry in ${seconds} s, or from an address known from an earlier sign-in`,
    details: { seconds },
    retryAfterSeconds: seconds,
  });
}
