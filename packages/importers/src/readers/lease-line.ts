import { isIP } from "node:net";
import type { Line } from "./line.ts";

/** A lease as a lease file has it. */
export interface FileLease {
  /** As the file spells it. */
  readonly ip: string;
  /** Six octets joined by colons, as the file spells them; empty for other hardware and where the file has none. */
  readonly mac: string;
  /** Host name that the client sent; empty for none. */
  readonly hostname: string;
  /** Seconds since 1970; null for a lease that never ends. */
  readonly expires: number | null;
  /** `active` for an address that a client holds; otherwise the state that the server has, such as `declined`. */
  readonly state: string;
  /** True for a prefix that is delegated to a router: no client has its address. */
  readonly isPrefix: boolean;
}

/** One lease of a lease file, or the reason why a line has none. The last lease of an address counts. */
export type LeaseLine =
  | { readonly line: number; readonly lease: FileLease }
  | { readonly line: number; readonly problem: string; readonly field?: "addresses" };

/** Reads the leases of a file. Lines that are not about leases give nothing. */
export type LeaseLineReader = (lines: AsyncIterable<Line>) => AsyncIterable<LeaseLine>;

/** Seconds that DHCP uses for a lease that never ends (RFC 2131 §3.3). */
const INFINITE_SECONDS = 0xff_ff_ff_ff;

/** Returns true for a lifetime, or an expiry, that means never. */
export const isInfinite = (seconds: number): boolean => seconds === INFINITE_SECONDS;

/** Parses digits; NaN for anything else. */
export const wholeNumber = (text: string): number => (/^\d{1,12}$/.test(text) ? Number(text) : Number.NaN);

/** Returns the Ethernet address of a cell; an empty text for anything else. */
export const ethernetAddress = (cell: string): string => (/^[\da-f]{2}(:[\da-f]{2}){5}$/i.test(cell) ? cell : "");

/** Returns the lease line of a lease, or the problem of its address. */
export function leaseLine(line: number, lease: FileLease): LeaseLine {
  if (isIP(lease.ip) !== 0) return { line, lease };
  return { line, problem: `${JSON.stringify(lease.ip.slice(0, 100))} is not an IP address`, field: "addresses" };
}
