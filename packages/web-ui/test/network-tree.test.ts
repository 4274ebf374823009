import type { Network } from "@cadastre/client";
import { describe, expect, it } from "vitest";
import { ipText, parseIp, parseSubnet, sizeOf, subnetText } from "../page/addresses/ip.ts";
import { spacesBy } from "../page/queries/space-of.ts";
import { isMatch, matching, networkTrees, type TreeNode } from "../page/networks/inner/network-tree.ts";

const network = (name: string, subnet: string, datacenter: string | null = null, vlan: number | null = null): Network => ({
  id: name,
  parent_id: null,
  name,
  subnet,
  vlan_id: vlan,
  vlan: null,
  datacenter_id: datacenter,
  space_id: null,
  description: "",
  status: "active",
  tags: [],
  fields: {},
  created_at: "",
  updated_at: "",
});

const spaceOf = spacesBy([]);

/** A tree as text, two spaces a level. */
const drawn = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap((node) => [`${"  ".repeat(node.level - 1)}${node.network.name}`, ...drawn(node.children)]);

describe("addresses", () => {
  it.each(["0.0.0.0", "10.0.0.255", "255.255.255.255", "::", "2001:db8::1", "fe80::1:0:0:1", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"])(
    "%s is read and written",
    (text) => {
      expect(ipText(parseIp(text))).toBe(text);
    },
  );

  it("subnets have their first and last address, up to all of them", () => {
    expect(parseSubnet("10.1.2.0/23")).toEqual({ family: 4, prefix: 23, first: 0x0a010200n, last: 0x0a0103ffn });
    expect(sizeOf(parseSubnet("0.0.0.0/0"))).toBe(2n ** 32n);
    expect(sizeOf(parseSubnet("::/0"))).toBe(2n ** 128n);
    expect(subnetText(parseSubnet("2001:db8::/64"))).toBe("2001:db8::/64");
  });
});

describe("the tree of networks", () => {
  it("goes by containment, whatever the order and the names", () => {
    const networks = [
      network("c", "10.1.5.0/24"),
      network("a", "10.0.0.0/8"),
      network("six", "2001:db8::/32"),
      network("b", "10.1.0.0/16"),
      network("d", "10.2.0.0/16"),
      network("alone", "192.168.0.0/24"),
      network("all", "0.0.0.0/0"),
    ];
    const [space] = networkTrees(networks, spaceOf);
    expect(drawn(space?.roots ?? [])).toEqual(["all", "  a", "    b", "      c", "    d", "  alone", "six"]);
    expect(space?.count).toBe(7);
  });

  it("keeps address spaces apart, and puts the same subnet beside itself", () => {
    const spaces = networkTrees(
      [
        network("a", "10.0.0.0/8", "one"),
        network("b", "10.0.0.0/16", "two"),
        network("twin", "10.0.0.0/8", "one"),
        network("c", "10.0.0.0/24", "one"),
      ],
      spaceOf,
    );
    expect(spaces.map(({ id, roots }) => [id, drawn(roots)])).toEqual([
      ["one", ["a", "twin", "  c"]],
      ["two", ["b"]],
    ]);
  });

  it("puts networks into the spaces that they name, or that their datacenters do", () => {
    const inSpace = spacesBy([
      { id: "one", space_id: "red" },
      { id: "two", space_id: "red" },
      { id: "three", space_id: null },
    ]);
    const spaces = networkTrees(
      [
        network("plan", "10.0.0.0/8", "one"),
        network("branch", "10.1.0.0/16", "two"),
        network("own", "10.1.0.0/16", "three"),
        { ...network("lent", "10.1.5.0/24", "three"), space_id: "red" },
        network("common", "10.0.0.0/8"),
        { ...network("blue", "10.0.0.0/8"), space_id: "blue" },
      ],
      inSpace,
    );
    expect(spaces.map(({ id, roots }) => [id, drawn(roots)])).toEqual([
      ["red", ["plan", "  branch", "    lent"]],
      ["three", ["own"]],
      [null, ["common"]],
      ["blue", ["blue"]],
    ]);
  });

  it("finds networks with those they lie in", () => {
    const spaces = networkTrees(
      [network("a", "10.0.0.0/8"), network("b", "10.1.0.0/16", null, 20), network("c", "10.1.5.0/24"), network("d", "10.2.0.0/16")],
      spaceOf,
    );
    const found = (text: string): string[] => [...matching(spaces, (one) => isMatch(one, text))].toSorted();
    expect(found(" 10.1.5 ")).toEqual(["a", "b", "c"]);
    expect(found("vlan 20")).toEqual(["a", "b"]);
    expect(found("nothing")).toEqual([]);
  });

  it("takes ten thousand networks in little more than ten times of what a thousand take", () => {
    // Processor time of this thread alone: what else the machine does is no matter.
    const workOf = (count: number, times: number): number => {
      const networks = Array.from({ length: count }, (_, index) => network(`n${index}`, `10.${index >> 8}.${index & 255}.0/24`));
      const began = process.threadCpuUsage();
      for (let time = 0; time < times; time += 1) expect(networkTrees(networks, spaceOf)[0]?.roots).toHaveLength(count);
      return process.threadCpuUsage(began).user;
    };
    workOf(1000, 20);
    // As many networks in all; work that grows with the square would take ten times.
    expect(workOf(10_000, 10) / workOf(1000, 100)).toBeLessThan(5);
  });
});
