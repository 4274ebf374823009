import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "cad_";
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 62^43 is just above 2^256. */
const SECRET_LENGTH = 43;
/** 62^6 is above 2^32. */
const CHECKSUM_LENGTH = 6;
/** Characters that are kept readable, to tell keys apart. */
const SHOWN_LENGTH = 10;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= 62n) text = BASE62.charAt(Number(rest % 62n)) + text;
  return text;
}

const checksumOf = (text: string): string => base62(BigInt(crc32(text)), CHECKSUM_LENGTH);

/** A new API key: a prefix that secret scanners know, 256 random bits, and a checksum that finds typing errors. */
export function newKeyText(): string {
  const text = PREFIX + base62(BigInt(`0x${randomBytes(32).toString("hex")}`), SECRET_LENGTH);
  return text + checksumOf(text);
}

/** Whether a text looks like an API key of ours at all. */
export function isKeyText(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** Whether a key is whole: its form and checksum are right. Says nothing of whether it was ever given out. */
export function isWholeKey(text: string): boolean {
  return FORM.test(text) && checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** The beginning of a key, which is kept and shown. */
export function shownPrefixOf(key: string): string {
  return key.slice(0, SHOWN_LENGTH);
}
