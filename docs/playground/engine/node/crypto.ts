// `node:crypto` for browsers, as far as an engine without keys uses it. What needs keys says that there are none.
import { sha256 } from "@noble/hashes/sha2.js";
import { Buffer } from "./buffer.ts";

type Coding = "base64" | "base64url" | "hex";

/** A hash that is fed in pieces. */
class Sha256 {
  readonly #hash = sha256.create();

  update(piece: string | Uint8Array): this {
    this.#hash.update(typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
    return this;
  }

  digest(coding: Coding): string {
    return Buffer.from(this.#hash.digest()).toString(coding);
  }
}

function check(algorithm: string): void {
  if (algorithm !== "sha256") throw new TypeError(`the engine in a browser has sha256 alone, not ${algorithm}`);
}

export function createHash(algorithm: string): Sha256 {
  check(algorithm);
  return new Sha256();
}

export function hash(algorithm: string, text: string | Uint8Array, coding: Coding): string {
  check(algorithm);
  return new Sha256().update(text).digest(coding);
}

export const randomBytes = (size: number): Buffer => Buffer.from(crypto.getRandomValues(new Uint8Array(size)));

/** As `crypto.randomUUID`, which only secure contexts have: whoever tries a site on their own network has none. */
export function randomUUID(): string {
  const bytes = randomBytes(16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export function timingSafeEqual(one: Uint8Array, other: Uint8Array): boolean {
  let difference = 0;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] as number);
  return difference === 0;
}

const withoutKeys = (): never => {
  throw new TypeError("the engine in a browser has no keys: nothing is sealed or encrypted");
};

export const createHmac = withoutKeys;
export const createSecretKey = withoutKeys;
export const createCipheriv = withoutKeys;
export const createDecipheriv = withoutKeys;
export const hkdfSync = withoutKeys;
