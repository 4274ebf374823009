import bcrypt from "bcrypt";
import { type HashCaller, hashQueue } from "./hash-queue.ts";
import { HASH_PROGRAM, hashInThread } from "./hash-threads.ts";
import type { HashJob } from "./hash-job.ts";
import { MAX_PASSWORD_BYTES } from "./password.ts";
import type { PasswordHasher } from "./password-hasher.ts";

/** Digest part of a bcrypt hash, in characters. */
const DIGEST_LENGTH = 31;

/** {@link PasswordHasher} by bcrypt, in threads. */
export class BcryptHasher implements PasswordHasher {
  readonly #cost: number;
  readonly #dummy: string;

  /** @param cost bcrypt's work factor, 4–31; each step doubles the time */
  constructor(cost: number) {
    this.#cost = cost;
    // Well-formed, so that comparing with it takes the full time, and the hash of nothing that is known.
    this.#dummy = bcrypt.genSaltSync(cost) + "u".repeat(DIGEST_LENGTH);
  }

  async hash(password: string, caller: HashCaller): Promise<string> {
    return String(await this.#inTurn(caller, { kind: "hash", password, cost: this.#cost }));
  }

  async matches(password: string, passwordHash: string | undefined, caller: HashCaller): Promise<boolean> {
    const possible = passwordHash !== undefined && Buffer.byteLength(password) <= MAX_PASSWORD_BYTES && !password.includes("\u0000");
    const equal = await this.#inTurn(caller, {
      kind: "compare",
      password: possible ? password : "no password",
      hash: possible ? passwordHash : this.#dummy,
    });
    return possible && equal === true;
  }

  async replacementOf(passwordHash: string, password: string, caller: HashCaller): Promise<string | undefined> {
    if (bcrypt.getRounds(passwordHash) === this.#cost) return undefined;
    return await this.hash(password, caller).catch(() => undefined);
  }

  async #inTurn({ path, signal }: HashCaller, job: HashJob): Promise<string | boolean> {
    const hash = async (): Promise<string | boolean> =>
      HASH_PROGRAM === undefined ? await hashInPool(job) : await hashInThread(HASH_PROGRAM, job);
    return await hashQueue.run(path, hash, signal);
  }
}

/** Uses the thread pool of Node. Only for bundles, which have no file of the threads: see {@link hashInThread}. */
async function hashInPool(job: HashJob): Promise<string | boolean> {
  return job.kind === "hash" ? await bcrypt.hash(job.password, job.cost) : await bcrypt.compare(job.password, job.hash);
}
