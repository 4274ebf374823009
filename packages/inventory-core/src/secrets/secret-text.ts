import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 62^43 is just above 2^256. */
const SECRET_LENGTH = 43;
/** 62^6 is above 2^32. */
const CHECKSUM_LENGTH = 6;
const BODY = new RegExp(`^[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= 62n) text = BASE62.charAt(Number(rest % 62n)) + text;
  return text;
}

const checksumOf = (text: string): string => base62(BigInt(crc32(text)), CHECKSUM_LENGTH);

/** Texts that prove who is calling: a prefix that secret scanners know, 256 random bits, and a checksum that finds typing errors. */
export class SecretText {
  readonly #prefix: string;

  /** @param prefix unlike that of every other kind: `cad_` */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** A new one. */
  make(): string {
    const text = this.#prefix + base62(BigInt(`0x${randomBytes(32).toString("hex")}`), SECRET_LENGTH);
    return text + checksumOf(text);
  }

  /** Whether a text looks like one of this kind at all. */
  looksLike(text: string): boolean {
    return text.startsWith(this.#prefix);
  }

  /** Whether one is whole: its form and checksum are right. Says nothing of whether it was ever given out. */
  isWhole(text: string): boolean {
    if (!this.looksLike(text) || !BODY.test(text.slice(this.#prefix.length))) return false;
    return checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
  }
}

/** What is stored of a token or key: random 256 bits need no slow hash. */
export function secretHash(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Compares two hashes of one length in constant time. */
export function sameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
