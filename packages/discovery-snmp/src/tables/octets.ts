import type { Varbind } from "../session/snmp-session.ts";

/** A hardware address of octets; undefined for what is none that one network card has. */
export function macOf(octets: readonly number[] | Buffer): string | undefined {
  if (octets.length !== 6) return undefined;
  const bytes = [...octets];
  if (bytes.some((byte) => !(byte >= 0 && byte <= 255))) return undefined;
  // Groups, and the address of nobody.
  if (((bytes[0] as number) & 1) === 1 || bytes.every((byte) => byte === 0)) return undefined;
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(":");
}

/** The canonical text of an address of 4 or 16 octets; undefined for anything else. */
export function ipOf(octets: readonly number[] | Buffer): string | undefined {
  const bytes = [...octets];
  if (bytes.some((byte) => !(byte >= 0 && byte <= 255))) return undefined;
  if (bytes.length === 4) return bytes.join(".");
  if (bytes.length !== 16) return undefined;
  const groups = Array.from({ length: 8 }, (_, at) => (((bytes[at * 2] as number) << 8) | (bytes[at * 2 + 1] as number)).toString(16));
  // A URL has its address as RFC 5952 writes it.
  return new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1);
}

/** Octets of a value; none where it is of another type. */
export const octetsOf = (value: Varbind["value"]): Buffer => (Buffer.isBuffer(value) ? value : Buffer.alloc(0));

/** A whole number; undefined where a value is of another type. */
export const numberOf = (value: Varbind["value"]): number | undefined => (typeof value === "number" ? value : undefined);
