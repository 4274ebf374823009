import { createHash, createHmac } from "node:crypto";
import { sameHash } from "@cadastre/inventory-core";
import { randomToken } from "../storage/secrets.ts";
import { type CookieHolder, SessionCookie } from "./session-cookie.ts";

const MAX_AGE_SECONDS = 365 * 86_400;

/** What the cookie of a user is bound to. */
export interface CookieUser {
  readonly id: string;
  readonly password_hash: string;
}

/**
 * A cookie of one year by which a browser shows that a user signed in from it before (OWASP, "Slow down online guessing attacks with
 * device cookies"; decision 0452). It signs nobody in. Its key is the user's stored password hash: every host of the database has it, and
 * a new password voids all cookies of the user.
 */
export class DeviceCookie {
  readonly #secure: boolean;

  /** @param secure as of the session cookie */
  constructor(secure: boolean) {
    this.#secure = secure;
  }

  /** Id of the browser, if it has a valid cookie of the user. @param now milliseconds since the epoch */
  deviceOf(holder: CookieHolder, user: CookieUser, now: number): string | undefined {
    const [device = "", expires = "", signature = ""] = this.#cookieOf(user).tokenOf(holder)?.split(".") ?? [];
    if (device === "" || !(Number(expires) * 1000 > now)) return undefined;
    return sameHash(signature, signatureOf(user, device, expires)) ? device : undefined;
  }

  /** Gives the browser a cookie of the user; one that it has keeps its id. @param now milliseconds since the epoch */
  give(holder: CookieHolder, user: CookieUser, device: string | undefined, now: number): void {
    const id = device ?? randomToken();
    const expires = String(Math.floor(now / 1000) + MAX_AGE_SECONDS);
    this.#cookieOf(user).set(holder, `${id}.${expires}.${signatureOf(user, id, expires)}`, MAX_AGE_SECONDS);
  }

  /** A name for each user: several may share a browser. */
  #cookieOf({ id }: CookieUser): SessionCookie {
    return new SessionCookie(this.#secure, `service_device_${createHash("sha256").update(id).digest("hex").slice(0, 16)}`);
  }
}

const signatureOf = ({ id, password_hash: key }: CookieUser, device: string, expires: string): string =>
  createHmac("sha256", key)
    .update(JSON.stringify(["device cookie", id, device, expires]))
    .digest("hex");
