import { isIP } from "node:net";
import { type AddressKey, type Family, familyOf } from "./address-key.ts";

/** An IP address: its sortable key and its canonical text (RFC 5952 for IPv6). */
export interface IpAddress {
  /** 4 or 6. */
  readonly family: Family;
  /** Text that sorts as addresses do. */
  readonly key: AddressKey;
  /** As the engine writes it. */
  readonly text: string;
}

/** First 24 digits of an IPv4-mapped IPv6 address, ::ffff:0:0/96 (RFC 4291 §2.5.5.2). */
const MAPPED = "00000000000000000000ffff";

const ZEROS = "0".repeat(32);

/** Two hex digits of each byte; a look-up is several times faster than `padStart` on the hottest path. */
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** The 8 digits of a text that is known to be IPv4. */
function hexOfIpv4(text: string): string {
  let digits = "";
  let byte = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 46) {
      digits += BYTES[byte];
      byte = 0;
    } else byte = byte * 10 + code - 48;
  }
  return digits + BYTES[byte];
}

/** The 32 digits of a text that is known to be IPv6. */
function hexOfIpv6(text: string): string {
  let source = text.toLowerCase();
  if (source.includes(".")) {
    const colon = source.lastIndexOf(":");
    const tail = hexOfIpv4(source.slice(colon + 1));
    source = `${source.slice(0, colon + 1)}${tail.slice(0, 4)}:${tail.slice(4)}`;
  }
  const gap = source.indexOf("::");
  if (gap === -1) return hexOfGroups(source);
  const left = hexOfGroups(source.slice(0, gap));
  const right = hexOfGroups(source.slice(gap + 2));
  return left + ZEROS.slice(0, 32 - left.length - right.length) + right;
}

/** Four digits of each group between colons; of nothing, nothing. */
function hexOfGroups(text: string): string {
  if (text === "") return "";
  let digits = "";
  for (const group of text.split(":")) digits += ZEROS.slice(0, 4 - group.length) + group;
  return digits;
}

/**
 * Parses an address strictly: what `net.isIP` accepts, without zone ids. An IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2)
 * is the IPv4 address, so that one host has one identity. Null for anything else; never throws.
 * @example parseAddress("::FFFF:a00:1") has the text `10.0.0.1`; parseAddress("::10.0.0.1") stays IPv6, `::a00:1`
 */
export function parseAddress(text: string): IpAddress | null {
  const family = text.includes("%") ? 0 : isIP(text);
  if (family === 0) return null;
  if (family === 4) return { family: 4, key: `4${hexOfIpv4(text)}`, text };
  const digits = hexOfIpv6(text);
  const key = digits.startsWith(MAPPED) ? `4${digits.slice(24)}` : `6${digits}`;
  return { family: familyOf(key), key, text: textOf(key) };
}

/** Key of a text that was parsed before. @throws TypeError for anything that is no address */
export function keyOfText(text: string): AddressKey {
  const parsed = parseAddress(text);
  if (parsed === null) throw new TypeError(`${text} is not an address`);
  return parsed.key;
}

/**
 * Canonical text of a key: dotted decimal, or RFC 5952 (lower case, no leading zeros, the longest run of two or more zero
 * groups compressed, the first of equals).
 */
export function textOf(key: AddressKey): string {
  if (familyOf(key) === 4) {
    const value = Number.parseInt(key.slice(1), 16);
    return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
  }
  const groups: string[] = [];
  for (let end = 5; end <= 33; end += 4) {
    let start = end - 4;
    while (start < end - 1 && key.charAt(start) === "0") start += 1;
    groups.push(key.slice(start, end));
  }
  let best = -1;
  let bestLength = 1;
  for (let start = 0; start < 8;) {
    let end = start;
    while (end < 8 && groups[end] === "0") end += 1;
    if (end - start > bestLength) {
      best = start;
      bestLength = end - start;
    }
    start = end + 1;
  }
  if (best === -1) return groups.join(":");
  return `${groups.slice(0, best).join(":")}::${groups.slice(best + bestLength).join(":")}`;
}
