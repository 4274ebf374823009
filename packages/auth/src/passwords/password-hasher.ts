import { serviceToken } from "@cadastre/inventory-core";
import type { HashCaller } from "./hash-queue.ts";

/**
 * Hashes and checks passwords; bcrypt unless bound. Slow by design: it is never called inside a transaction. Hashes are stored as it
 * made them: one that takes the place of another has to know the hashes that are there, and to replace them as users sign in.
 */
export interface PasswordHasher {
  /** @throws RATE_LIMIT_EXCEEDED when too many wait already, the reason of the caller's signal when they leave before */
  hash(password: string, caller: HashCaller): Promise<string>;
  /**
   * Whether the password belongs to the hash. Without a hash (an unknown user), and for what can be no password,
   * the answer is no and takes the same time.
   * @throws RATE_LIMIT_EXCEEDED when too many wait already, the reason of the caller's signal when they leave before
   */
  matches(password: string, passwordHash: string | undefined, caller: HashCaller): Promise<boolean>;
  /**
   * The hash that takes the place of one that was made with other settings, so that a new setting reaches every user who
   * signs in, and unknown users keep taking as long as known ones. Undefined when the settings are right, or when there is no
   * time for it now: there is a next sign-in.
   */
  replacementOf(passwordHash: string, password: string, caller: HashCaller): Promise<string | undefined>;
}

/**
 * Says how passwords are hashed.
 *
 * @example
 * createInventory({ storage, plugins: [authPlugin()], bind: [provide(PASSWORD_HASHER, [], () => new Argon2Hasher())] })
 */
export const PASSWORD_HASHER = serviceToken<PasswordHasher>("password-hasher");
