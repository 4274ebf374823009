import type { ScanTargets } from "@cadastre/inventory-core";

/** Steps through all of a range before it comes back: odd, and so without a common factor with a power of two. */
const STEP = 40_503;

const toText = (value: number): string => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join(".");
const toNumber = (ip: string): number => ip.split(".").reduce((value, octet) => value * 256 + Number(octet), 0);

/** First address and number of addresses of an IPv4 network. */
export function rangeOf(net: string): { readonly first: number; readonly size: number } {
  const [base = "", prefix = ""] = net.split("/");
  return { first: toNumber(base), size: 2 ** (32 - Number(prefix)) };
}

/** The address so far from the first of a network. */
export const addressAt = (net: string, offset: number): string => toText(rangeOf(net).first + offset);

/** Hosts of a network in an order without pattern, made as they are read: a list of them would count as the scan's memory. */
export function targetsIn(net: string, exclude: readonly string[]): ScanTargets {
  const { first, size } = rangeOf(net);
  const excluded = new Set(exclude);
  const has = (ip: string): boolean => toNumber(ip) > first && toNumber(ip) < first + size - 1 && !excluded.has(ip);
  return {
    size: size - 2 - exclude.filter((ip) => toNumber(ip) > first && toNumber(ip) < first + size - 1).length,
    has,
    *[Symbol.iterator]() {
      for (let index = 0; index < size; index += 1) {
        const offset = (index * STEP) % size;
        const ip = toText(first + offset);
        if (offset > 0 && offset < size - 1 && !excluded.has(ip)) yield ip;
      }
    },
  };
}

export function targetsOf(only: readonly string[]): ScanTargets {
  const known = new Set(only);
  return { size: only.length, has: (ip) => known.has(ip), [Symbol.iterator]: () => only[Symbol.iterator]() };
}
