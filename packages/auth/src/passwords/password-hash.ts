import bcrypt from "bcrypt";
import { InventoryError } from "@cadastre/inventory-core";
import { MOST_PASSWORD_BYTES } from "./password.ts";

/** Hashes that run at once: each holds a thread of Node's pool, which files and DNS need too. */
const MOST_AT_ONCE = 2;
/** Further ones that may wait. */
const MOST_WAITING = 8;
const RETRY_AFTER_SECONDS = 2;
/** Digest part of a bcrypt hash, in characters. */
const DIGEST_LENGTH = 31;

/** Hashes and checks passwords. Slow by design: never called inside a transaction. */
export class PasswordHasher {
  readonly #cost: number;
  readonly #dummy: string;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param cost bcrypt's work factor, 4–31; each step doubles the time */
  constructor(cost: number) {
    this.#cost = cost;
    // Well-formed, so that comparing with it takes the full time, and the hash of nothing that is known.
    this.#dummy = bcrypt.genSaltSync(cost) + "u".repeat(DIGEST_LENGTH);
  }

  /** @throws RATE_LIMIT_EXCEEDED when too many wait already */
  async hash(password: string): Promise<string> {
    return await this.#inTurn(async () => await bcrypt.hash(password, this.#cost));
  }

  /**
   * Whether the password belongs to the hash. Without a hash (an unknown user), and for what can be no password,
   * the answer is no and takes the same time.
   * @throws RATE_LIMIT_EXCEEDED when too many wait already
   */
  async matches(password: string, passwordHash: string | undefined): Promise<boolean> {
    const possible = passwordHash !== undefined && Buffer.byteLength(password) <= MOST_PASSWORD_BYTES;
    const equal = await this.#inTurn(async () => await bcrypt.compare(possible ? password : "no password", possible ? passwordHash : this.#dummy));
    return possible && equal;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= MOST_AT_ONCE) {
      if (this.#waiting.length >= MOST_WAITING) throw tooMany();
      // Whoever ends hands its place on, so the count of running ones stays as it is.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

/** The HTTP edge declares this code; here it is given for the same reason: too much at once. */
function tooMany(): Error {
  return new InventoryError({
    code: "RATE_LIMIT_EXCEEDED",
    kind: "rate-limited",
    message: `too many passwords are being checked; try again in ${RETRY_AFTER_SECONDS} s`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
