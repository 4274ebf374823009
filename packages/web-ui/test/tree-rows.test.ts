import type { Network } from "@cadastre/client";
import { describe, expect, it } from "vitest";
import { parseSubnet } from "../page/addresses/ip.ts";
import type { FreeBlocks } from "../page/networks/inner/free-blocks.ts";
import { type NetworkNode, treeRows, type TreeRow } from "../page/networks/inner/tree-rows.ts";
import { spacesBy } from "../page/queries/space-of.ts";

const network = (name: string, subnet: string, more: Partial<Network> = {}): Network => ({
  id: name,
  parent_id: null,
  name,
  subnet,
  vlan_id: null,
  vlan: null,
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

const node = (one: Network, children: readonly NetworkNode[] | null = []): NetworkNode => ({
  network: one,
  used: undefined,
  isDivided: children?.length !== 0 || one.status === "container",
  children: children ?? undefined,
});
const ROOTS = [
  node(network("a", "10.0.0.0/8"), [node(network("b", "10.1.0.0/16"), null), node(network("d", "10.3.0.0/16"))]),
  node(network("empty", "172.16.0.0/12", { status: "container" })),
];
const free = (isCut: boolean, ...cidrs: readonly string[]): FreeBlocks => ({
  blocks: cidrs.map((cidr) => ({ cidr, range: parseSubnet(cidr) })),
  isCut,
});
const PARTS = {
  spaceOf: spacesBy([]),
  nameOf: (space: string | null) => space ?? "",
  showFree: false,
  free: new Map<string, FreeBlocks>(),
};
const nameOf = (row: TreeRow): string => (row.kind === "network" ? row.node.network.name : row.kind === "free" ? row.cidr : row.kind);
const drawn = (rows: readonly TreeRow[] | undefined, level = 1): string[] =>
  (rows ?? []).flatMap((row) => [`${level} ${nameOf(row)}`, ...drawn("below" in row ? row.below : [], level + 1)]);

describe("rows of the tree", () => {
  it("hold subnets that are read, and can be unfolded where there are more", () => {
    const rows = treeRows(ROOTS, PARTS);
    expect(drawn(rows)).toEqual(["1 a", "2 b", "2 d", "1 empty"]);
    const [a, empty] = rows.flatMap((row) => (row.kind === "network" ? [row] : []));
    const inner = a?.below?.flatMap((row) => (row.kind === "network" ? [row.canUnfold] : []));
    expect([a?.canUnfold, empty?.canUnfold, inner]).toEqual([true, false, [true, false]]);
  });

  it("have free blocks between networks, by address, and a row where there are more", () => {
    const blocks = new Map([
      ["a", free(true, "10.0.0.0/16", "10.2.0.0/16")],
      ["empty", free(false, "172.16.0.0/12")],
    ]);
    expect(drawn(treeRows(ROOTS, { ...PARTS, showFree: true, free: blocks }))).toEqual([
      "1 a",
      "2 10.0.0.0/16",
      "2 b",
      "2 10.2.0.0/16",
      "2 d",
      "2 more",
      "1 empty",
      "2 172.16.0.0/12",
    ]);
    expect(drawn(treeRows(ROOTS, { ...PARTS, free: blocks }))).toEqual(["1 a", "2 b", "2 d", "1 empty"]);
  });

  it("begin with the space where there are several, by name", () => {
    const nodes = [node(network("two", "10.0.0.0/8", { datacenter_id: "dc" })), node(network("one", "10.0.0.0/8"))];
    expect(drawn(treeRows(nodes, PARTS))).toEqual(["1 space", "2 one", "1 space", "2 two"]);
  });
});
