/** The first address of a range, as a number of its family. */
export interface Base {
  readonly family: 4 | 6;
  readonly value: bigint;
}

/** The key that storage sorts addresses by. */
export function keyAt({ family, value }: Base, offset: number): string {
  return `${family}${(value + BigInt(offset)).toString(16).padStart(family === 4 ? 8 : 32, "0")}`;
}

/** The address as text; of IPv6 only the first 65,536 addresses of a /64 of 2001:db8::/48, not the first. */
export function ipAt({ family, value }: Base, offset: number): string {
  const at = value + BigInt(offset);
  if (family === 6) return `2001:db8:0:${((at >> 64n) & 0xffffn).toString(16)}::${(at & 0xffffn).toString(16)}`;
  const low = Number(at);
  return `${low >>> 24}.${(low >>> 16) & 255}.${(low >>> 8) & 255}.${low & 255}`;
}

export const ipv4 = (a: number, b = 0, c = 0, d = 0): Base => ({ family: 4, value: BigInt(a * 2 ** 24 + b * 2 ** 16 + c * 256 + d) });

/** 2001:db8:: */
export const IPV6: Base = { family: 6, value: 0x20010db8n << 96n };

/** A row of `taken_run` in the common space, from one offset to another. */
export const runRow = (base: Base, from: number, to: number): readonly [number, string, string, string] => [
  0,
  keyAt(base, from),
  keyAt(base, to),
  keyAt(base, to + 1),
];

/** Rows of `taken_run` for offsets that are sorted. */
export function runRows(base: Base, offsets: readonly number[]): (readonly [number, string, string, string])[] {
  const rows: (readonly [number, string, string, string])[] = [];
  for (let first = 0; first < offsets.length;) {
    let last = first;
    while (offsets[last + 1] === (offsets[last] as number) + 1) last += 1;
    rows.push(runRow(base, offsets[first] as number, offsets[last] as number));
    first = last + 1;
  }
  return rows;
}
