import { type Change, type Clock, InventoryError, type Queries } from "@cadastre/inventory-core";
import { clientNetworkOf } from "@cadastre/inventory-core/protocol";

/** How long an address counts as one that a user signs in from. */
const KNOWN_MS = 30 * 86_400_000;

/** Failures of a username or a browser, as they are stored. */
interface Failures {
  readonly failures: number | null;
  readonly failures_end: string | null;
}

/** What the row of a username tells, beside the user's. */
export interface GuardColumns extends Failures {
  readonly known: number | null;
}

/** What the failures of a browser are counted under: no username contains a space. */
export const deviceKey = (device: string): string => `device ${device}`;

/** Columns for a statement over `k.username_key`, a user `u` and failures `f`; the address is its parameter. */
export const GUARD_COLUMNS = `f.failures, f.ends_at as failures_end,
  (select 1 from auth_known_address a where a.user_id = u.id and a.address = ?) as known`;

/**
 * Bounds how often a username is guessed from many addresses at once, each of which keeps below its own limit. It never
 * locks anybody out of where they work: an address that the user signed in from within 30 days may always try, and so may a browser with
 * a cookie of the user, whose failures are counted apart. Unknown usernames are counted alike, so that nothing is told of who exists.
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

  /** @param isTrusted whether the browser has a cookie of the user that still counts @throws LOGIN_RATE_LIMIT_EXCEEDED */
  check(row: GuardColumns, isTrusted: boolean): void {
    const remaining = this.#lockedMs(row);
    if (remaining > 0 && row.known === null && !isTrusted) throw tooMany(Math.ceil(remaining / 1000));
  }

  /** Whether the failures of a browser with a device cookie are below the limit. Beyond it, the browser counts as unknown. */
  async trusts(queries: Queries, device: string): Promise<boolean> {
    const row = await queries.get<Failures>("select failures, ends_at as failures_end from auth_login_failure where username_key = ?", [
      deviceKey(device),
    ]);
    return row === undefined || this.#lockedMs(row) <= 0;
  }

  /** Milliseconds for which further attempts are refused. */
  #lockedMs({ failures, failures_end: end }: Failures): number {
    if (this.#most === 0 || end === null || (failures ?? 0) < this.#most) return 0;
    return Date.parse(end) - this.#clock.now();
  }

  /** @param key of the username, or {@link deviceKey} of a trusted browser */
  async noteFailure(change: Change, key: string): Promise<void> {
    if (this.#most === 0) return;
    const end = new Date(Date.parse(change.now) + this.#windowMs).toISOString();
    await change.exec("delete from auth_login_failure where ends_at <= ?", [change.now]);
    await change.exec(
      `insert into auth_login_failure (username_key, failures, ends_at) values (?, 1, ?)
       on conflict (username_key) do update set failures = auth_login_failure.failures + 1`,
      [key, end],
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
    message: `too many failed sign-ins of this username; retry in ${seconds} s, or from an address or browser of an earlier sign-in`,
    details: { seconds },
    retryAfterSeconds: seconds,
  });
}
