import ipaddr from "ipaddr.js";

/** An address as a number, which can be compared and counted on from. */
export interface AddressNumber {
  readonly family: 4 | 6;
  /** Length of addresses of the family, in bits. */
  readonly bits: 32 | 128;
  readonly value: bigint;
}

/** The number of an address; undefined for invalid text. */
export function addressNumber(text: string): AddressNumber | undefined {
  if (!ipaddr.isValid(text)) return undefined;
  const bytes = ipaddr.parse(text).toByteArray();
  const value = bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
  return bytes.length === 4 ? { family: 4, bits: 32, value } : { family: 6, bits: 128, value };
}

/** The address of a number. */
export function addressText({ family, bits, value }: AddressNumber): string {
  const bytes = Array.from({ length: bits / 8 }, (_, index) => Number((value >> BigInt(bits - 8 * (index + 1))) & 0xffn));
  const address = ipaddr.fromByteArray(bytes);
  return family === 4 ? address.toString() : (address as ipaddr.IPv6).toRFC5952String();
}

/** A subnet by its first and last address. */
export interface SubnetNumbers {
  readonly length: number;
  readonly first: AddressNumber;
  readonly last: AddressNumber;
}

/** The subnet that an address with a mask is in (`10.0.0.5/24`: 10.0.0.0/24); undefined for invalid text. */
export function subnetNumbers(cidr: string): SubnetNumbers | undefined {
  const [, ip = "", mask = ""] = /^([^/]+)\/(\d{1,3})$/.exec(cidr) ?? [];
  const address = addressNumber(ip);
  const length = Number(mask);
  if (address === undefined || length > address.bits) return undefined;
  const hosts = BigInt(address.bits - length);
  const first = (address.value >> hosts) << hosts;
  return { length, first: { ...address, value: first }, last: { ...address, value: first | ((1n << hosts) - 1n) } };
}

/** `10.0.0.5/24`: 10.0.0.5 */
export const withoutMask = (address: string): string => address.replace(/\/\d+$/, "");

/** The subnet that an address with a mask is in, as a text (`10.0.0.5/24`: `10.0.0.0/24`); undefined for invalid text. */
export function subnetText(cidr: string): string | undefined {
  const numbers = subnetNumbers(cidr);
  return numbers === undefined ? undefined : `${addressText(numbers.first)}/${numbers.length}`;
}
