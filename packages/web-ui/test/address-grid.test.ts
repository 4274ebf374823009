import { describe, expect, it } from "vitest";
import { parseSubnet } from "../page/addresses/ip.ts";
import { addressAt, offsetAt, pixelsOf, rowsOf, rowSpan, shortName } from "../page/networks/grid/grid-geometry.ts";
import { countsOf, foldOf, readAddresses, readBlocks, USED, withUsed } from "../page/networks/grid/heatmap.ts";
import { moved } from "../page/parts/table/cell-moves.ts";

describe("the geometry of the grid", () => {
  it("has rows of 256 addresses, the last one as long as it is", () => {
    expect([rowsOf(1), rowsOf(256), rowsOf(257), rowsOf(65_536)]).toEqual([1, 1, 2, 256]);
    expect([rowSpan(0, 300), rowSpan(1, 300)]).toEqual([
      { from: 0, to: 256 },
      { from: 256, to: 300 },
    ]);
  });

  it("finds the address under a point at any size on the screen", () => {
    expect(offsetAt(0, 0, 512, 256, 65_536)).toBe(0);
    expect(offsetAt(511.9, 255.9, 512, 256, 65_536)).toBe(65_535);
    expect(offsetAt(2, 1, 512, 256, 65_536)).toBe(257);
    expect(offsetAt(511, 15, 512, 16, 300)).toBeUndefined();
    for (const [x, y] of [
      [-1, 0],
      [0, -1],
      [512, 0],
      [0, 256],
    ] as const)
      expect(offsetAt(x, y, 512, 256, 65_536)).toBeUndefined();
  });

  it("goes where keys lead, and stays inside", () => {
    const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"];
    const from = (cell: number, count: number) => keys.map((key) => moved(key, cell, count, { line: 16, block: 256, page: 256 }));
    expect(from(300, 1024)).toEqual([299, 301, 284, 316, 44, 556, 256, 511]);
    expect(from(0, 300)).toEqual([0, 1, 0, 16, 0, 256, 0, 255]);
    expect(from(299, 300)).toEqual([298, 299, 283, 299, 43, 299, 256, 299]);
    expect(from(200, 300)[5]).toBe(299);
    const blocks = { line: 8, block: 256, page: 64 };
    expect(keys.map((key) => moved(key, 100, 256, blocks))).toEqual([99, 101, 92, 108, 36, 164, 0, 255]);
    expect(moved("a", 5, 300, blocks)).toBeUndefined();
  });

  it("names addresses, of both families, across octets and groups", () => {
    const four = parseSubnet("10.0.254.0/23");
    expect([addressAt(four, 255), addressAt(four, 256), shortName(four, 256)]).toEqual(["10.0.254.255", "10.0.255.0", "0"]);
    const six = parseSubnet("2001:db8::fe00/119");
    expect([addressAt(six, 511), shortName(six, 511)]).toEqual(["2001:db8::ffff", "ffff"]);
    // What a cell shows is a part of its address, as who says it to the computer expects.
    expect(shortName(parseSubnet("2001:db8::/124"), 0)).toBe("::");
  });

  it("draws a pixel for each address, and nothing beyond the last, 65,536 of them within 20 ms", () => {
    const palette = [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ] as const;
    const pixels = pixelsOf(Uint8Array.of(0, 1, 2), palette);
    expect(pixels).toHaveLength(256 * 4);
    expect(Array.from(pixels.subarray(0, 16))).toEqual([1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 0, 0, 0, 0]);
    const states = new Uint8Array(65_536).fill(1);
    const times = Array.from({ length: 5 }, () => {
      const began = performance.now();
      pixelsOf(states, palette);
      return performance.now() - began;
    });
    expect(Math.min(...times)).toBeLessThan(20);
  });
});

describe("the heatmap of a network", () => {
  it("is drawn by address up to a /16, and folded beyond", () => {
    expect(foldOf(parseSubnet("10.0.0.0/16"))).toBeUndefined();
    expect(foldOf(parseSubnet("10.0.0.0/15"))).toBe(23);
    expect(foldOf(parseSubnet("0.0.0.0/0"))).toBe(8);
    expect(foldOf(parseSubnet("2001:db8::/64"))).toBe(72);
    expect(foldOf(parseSubnet("2001:db8::/112"))).toBeUndefined();
  });

  it("keeps states and holders, and shows an address as used at once", () => {
    const range = parseSubnet("10.0.0.0/29");
    const map = readAddresses(range, [
      { ip: "10.0.0.0", status: "reserved" },
      { ip: "10.0.0.1", status: "used", device_id: "d" },
      { ip: "10.0.0.2", status: "available" },
      { ip: "10.0.0.3", status: "reserved" },
      { ip: "10.0.0.4", status: "quarantined" },
      { ip: "10.0.0.5", status: "available", seen: true },
      { ip: "10.0.0.6", status: "quarantined", seen: true },
      { ip: "10.0.0.7", status: "available" },
    ]);
    expect([[...map.states], [...map.holders], countsOf(map.states)]).toEqual([
      [2, 1, 0, 2, 3, 4, 3, 0],
      [[1, "d"]],
      { free: 2, used: 1, reserved: 2, quarantined: 2, seen: 1 },
    ]);
    const after = withUsed(map, "10.0.0.2", "e");
    expect([after.states[2], after.holders.get(2), map.states[2]]).toEqual([USED, "e", 0]);
  });

  it("tells how full blocks are, also beyond 2^53", () => {
    const map = readBlocks(parseSubnet("2001:db8::/64"), [
      { cidr: "2001:db8::/72", total: "72057594037927936", used: "36028797018963968", reserved: 0, available: "36028797018963968" },
    ]);
    expect(map.blocks[0]?.taken).toBeCloseTo(0.5);
    const passed = readBlocks(parseSubnet("10.0.0.0/8"), [
      { cidr: "10.0.0.0/16", total: 65_536, used: 16_384, reserved: 0, available: 32_768, quarantined: 16_384, seen: 16_384 },
    ]);
    expect(passed.blocks).toMatchObject([{ taken: 0.25, passed: 0.5, quarantined: 16_384, seen: 16_384 }]);
    expect(() => readBlocks(parseSubnet("10.0.0.0/30"), [{ ip: "10.0.0.0", status: "used" }])).toThrow("addresses where blocks");
  });
});
