/** IPv4 or IPv6. */
export type Family = 4 | 6;

/**
 * An address as text that sorts: `4` + 8 hex digits, or `6` + 32, lower case. Compared by code point, IPv4 comes before
 * IPv6 and each family is in numeric order, on every database.
 * @example 10.0.0.1 is `40a000001`, ::1 is `600000000000000000000000000000001`
 */
export type AddressKey = string;

const DIGITS = { 4: 8, 6: 32 } as const;

const hex8 = (value: number): string => value.toString(16).padStart(8, "0");

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
  // The last eight digits fit a number; only a carry needs more.
  const low = Number.parseInt(key.slice(-8), 16);
  if (low < 0xffffffff) return key.slice(0, -8) + hex8(low + 1);
  if (/^.f+$/.test(key)) return null;
  return keyOf(familyOf(key), valueOf(key) + 1n);
}

/** The key before; null at the start of the family's space. */
export function previousKey(key: AddressKey): AddressKey | null {
  const low = Number.parseInt(key.slice(-8), 16);
  if (low > 0) return key.slice(0, -8) + hex8(low - 1);
  if (/^.0+$/.test(key)) return null;
  return keyOf(familyOf(key), valueOf(key) - 1n);
}

/**
 * Number of addresses in the inclusive range `lo`–`hi` of one family.
 * @example distance("40a000000", "40a0000ff") is 256n
 */
export function distance(lo: AddressKey, hi: AddressKey): bigint {
  if (familyOf(lo) === 4) return BigInt(Number.parseInt(hi.slice(1), 16) - Number.parseInt(lo.slice(1), 16) + 1);
  return valueOf(hi) - valueOf(lo) + 1n;
}
