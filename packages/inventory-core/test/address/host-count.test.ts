import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Cidr, parseCidr } from "../../src/address/cidr.ts";
import { percentUsed, reservedKeys, toWireCount, usableHosts } from "../../src/address/host-count.ts";

const SEED = 20_260_106;

function cidr(text: string): Cidr {
  const parsed = parseCidr(text);
  if (!parsed.ok) throw new Error(text);
  return parsed.cidr;
}

describe("counts", () => {
  it.each<[string, bigint, string[]]>([
    ["0.0.0.0/0", 2n ** 32n - 2n, ["400000000", "4ffffffff"]],
    ["10.0.0.0/24", 254n, ["40a000000", "40a0000ff"]],
    ["10.0.0.0/30", 2n, ["40a000000", "40a000003"]],
    ["10.0.0.0/31", 2n, []],
    ["10.0.0.0/32", 1n, []],
    ["::/0", 2n ** 128n, [`6${"0".repeat(32)}`]],
    ["2001:db8::/64", 2n ** 64n, ["620010db8000000000000000000000000"]],
    ["2001:db8::4/126", 4n, ["620010db8000000000000000000000004"]],
    ["2001:db8::/127", 2n, []],
    ["2001:db8::/128", 1n, []],
  ])("of %s", (text, hosts, reserved) => {
    expect(usableHosts(cidr(text))).toBe(hosts);
    expect(reservedKeys(cidr(text))).toEqual(reserved);
  });

  it("go over the wire exactly", () => {
    expect([0n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 128n].map(toWireCount)).toEqual([
      0,
      9_007_199_254_740_991,
      "9007199254740992",
      "340282366920938463463374607431768211456",
    ]);
  });
});

describe(`percents (seed ${SEED})`, () => {
  it.each<[bigint, bigint, number]>([
    [0n, 0n, 0],
    [5n, 0n, 0],
    [0n, 2n ** 128n, 0],
    [1n, 3n, 33.33],
    [2n, 3n, 66.67],
    [5n, 3n, 100],
    [1n, 254n, 0.39],
    [125n, 100_000n, 0.13],
    [124_999n, 100_000_000n, 0.12],
    // 1.005 percent: as a float it lies below the half and would round down.
    [1005n, 100_000n, 1.01],
    [2n ** 127n, 2n ** 128n, 50],
    [2n ** 128n - 1n, 2n ** 128n, 100],
    [1n, 2n ** 128n, 0],
  ])("%d of %d is %d", (used, total, percent) => expect(percentUsed(used, total)).toBe(percent));

  it("are the nearest hundredth, for 5,000 pairs up to 2^128", () => {
    const bits = fc.integer({ min: 1, max: 128 });
    const pairs = bits.chain((size) =>
      fc.tuple(fc.bigInt({ min: 0n, max: 2n ** BigInt(size) }), fc.bigInt({ min: 1n, max: 2n ** BigInt(size) })),
    );
    fc.assert(
      fc.property(pairs, ([used, total]) => {
        const percent = percentUsed(used, total);
        if (used >= total) return percent === 100;
        const hundredths = BigInt(Math.round(percent * 100));
        // Twice the error, in hundredths times total: half up allows from −½ to just under ½.
        const doubled = used * 20_000n - hundredths * 2n * total;
        return doubled >= -total && doubled < total;
      }),
      { numRuns: 5_000, seed: SEED },
    );
  });
});
