import type { Network } from "@cadastre/client";
import { describe, expect, it } from "vitest";
import { parseSubnet } from "../page/addresses/ip.ts";
import type { FreeBlocks } from "../page/networks/inner/free-blocks.ts";
import { networksToFill, treeRows, type TreeRow } from "../page/networks/inner/tree-rows.ts";
import { networkTrees } from "../page/networks/network-tree.ts";
import { spacesBy } from "../page/spaces/space-of.ts";

const network = (name: string, subnet: string, more: Partial<Network> = {}): Network => ({
  id: name,
  parent_id: null,
  name,
  subnet,
  vlan_id: null,
  datacenter_id: null,
  space_id: null,
  description: "",
  status: "active",
  tags: [],
  fields: {},
  created_at: "",
  updated_at: "",
  ...more,
});

const SPACES = networkTrees(
  [
    network("a", "10.0.0.0/8"),
    network("b", "10.1.0.0/16"),
    network("c", "10.1.5.0/24"),
    network("d", "10.3.0.0/16"),
    network("empty", "172.16.0.0/12", { status: "container" }),
  ],
  spacesBy([]),
);
const free = (isCut: boolean, ...cidrs: readonly string[]): FreeBlocks => ({
  blocks: cidrs.map((cidr) => ({ cidr, range: parseSubnet(cidr) })),
  isCut,
});
const NOTHING = { wanted: undefined, folded: new Set<string>(), free: new Map<string, FreeBlocks>() };
const textOf = (row: TreeRow): string =>
  `${row.level} ${row.kind === "network" ? row.node.network.name : row.kind === "free" ? row.cidr : row.kind}`;
const drawn = (shown: Partial<Parameters<typeof treeRows>[0]>): string[] => treeRows({ spaces: SPACES, ...NOTHING, ...shown }).map(textOf);

describe("rows of the tree", () => {
  it("hide what is folded", () => {
    expect(drawn({})).toEqual(["1 a", "2 b", "3 c", "2 d", "1 empty"]);
    expect(drawn({ folded: new Set(["b"]) })).toEqual(["1 a", "2 b", "2 d", "1 empty"]);
    expect(drawn({ folded: new Set(["a"]) })).toEqual(["1 a", "1 empty"]);
  });

  it("have free blocks between networks, by address, and tell of more", () => {
    const blocks = new Map([
      ["a", free(true, "10.0.0.0/16", "10.2.0.0/16")],
      ["empty", free(false, "172.16.0.0/12")],
    ]);
    expect(drawn({ free: blocks })).toEqual([
      "1 a",
      "2 10.0.0.0/16",
      "2 b",
      "3 c",
      "2 10.2.0.0/16",
      "2 d",
      "2 more",
      "1 empty",
      "2 172.16.0.0/12",
    ]);
    expect(drawn({ free: blocks, folded: new Set(["a", "empty"]) })).toEqual(["1 a", "1 empty"]);
    // What is looked for is not free.
    expect(drawn({ free: blocks, wanted: new Set(["a", "b", "c"]), folded: new Set(["b"]) })).toEqual(["1 a", "2 b", "3 c"]);
  });

  it("begin with the space where there are several", () => {
    const spaces = networkTrees([network("one", "10.0.0.0/8"), network("two", "10.0.0.0/8", { datacenter_id: "dc" })], spacesBy([]));
    expect(drawn({ spaces })).toEqual(["1 space", "2 one", "1 space", "2 two"]);
    expect(drawn({ spaces, wanted: new Set(["two"]) })).toEqual(["1 space", "2 two"]);
  });

  it("ask for what is free in networks that hold others, and in containers, up to a number", () => {
    expect(networksToFill({ spaces: SPACES, folded: new Set() }, 10)).toEqual(["a", "b", "empty"]);
    expect(networksToFill({ spaces: SPACES, folded: new Set(["b"]) }, 10)).toEqual(["a", "empty"]);
    expect(networksToFill({ spaces: SPACES, folded: new Set() }, 1)).toEqual(["a"]);
  });
});
