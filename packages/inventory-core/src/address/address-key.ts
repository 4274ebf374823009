/** IPv4 or IPv6. */
export type Family = 4 | 6;

/**
 * An address as text that sorts: `4` + 8 hex digits, or `6` + 32, lower case. Compared by code point, IPv4 comes before
 * IPv6 and each family is in numeric order, on every database.
 * @example 10.0.0.1 is `40a000001`, ::1 is `600000000000000000000000000000001`
 */
export type AddressKey = string;

const DIGITS = { 4: 8, 6: 32 } as const;

const HEX = "0123456789abcdef";
const ZEROS = "0".repeat(32);
const ONES = "f".repeat(32);

/** Key of a value: 0 to 2^32 − 1 for IPv4, 0 to 2^128 − 1 for IPv6. */
export function keyOf(family: Family, value: bigint): AddressKey {
  return `${family}${value.toString(16).padStart(DIGITS[family], "0")}`;
}

/** The family that a key starts with. */
export function familyOf(key: AddressKey): Family {
  return key.charCodeAt(0) === 52 ? 4 : 6;
}

/** The address as a number: 0 to 2^32 − 1 for IPv4, 0 to 2^128 − 1 for IPv6. */
export function valueOf(key: AddressKey): bigint {
  return familyOf(key) === 4 ? BigInt(Number.parseInt(key.slice(1), 16)) : BigInt(`0x${key.slice(1)}`);
}

/** The key that follows; null at the end of the family's space. */
export function nextKey(key: AddressKey): AddressKey | null {
  // Counting on the digits themselves: most steps change one character, and a carry of any length needs no bigint.
  let at = key.length - 1;
  while (at > 0 && key.charAt(at) === "f") at -= 1;
  if (at === 0) return null;
  return key.slice(0, at) + HEX.charAt(HEX.indexOf(key.charAt(at)) + 1) + ZEROS.slice(0, key.length - at - 1);
}

/** The key before; null at the start of the family's space. */
export function previousKey(key: AddressKey): AddressKey | null {
  let at = key.length - 1;
  while (at > 0 && key.charAt(at) === "0") at -= 1;
  if (at === 0) return null;
  return key.slice(0, at) + HEX.charAt(HEX.indexOf(key.charAt(at)) - 1) + ONES.slice(0, key.length - at - 1);
}

/**
 * Number of addresses in the inclusive range `lo`–`hi` of one family.
 * @example distance("40a000000", "40a0000ff") is 256n
 */
export function distance(lo: AddressKey, hi: AddressKey): bigint {
  if (familyOf(lo) === 4) return BigInt(Number.parseInt(hi.slice(1), 16) - Number.parseInt(lo.slice(1), 16) + 1);
  return valueOf(hi) - valueOf(lo) + 1n;
}
