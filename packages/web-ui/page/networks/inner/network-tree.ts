import type { Network } from "@cadastre/client";
import type { SpaceId, SpaceOf } from "../../queries/space-of.ts";
import { compareRanges, contains, parseSubnet, type Range } from "../../addresses/ip.ts";

/** A network in its place. */
export interface TreeNode {
  readonly network: Network;
  readonly range: Range;
  /** 1 for what nothing contains. */
  readonly level: number;
  readonly parent: TreeNode | undefined;
  readonly children: readonly TreeNode[];
}

/** The networks of one address space. */
export interface Space {
  readonly id: SpaceId;
  readonly roots: readonly TreeNode[];
  readonly count: number;
}

interface Growing {
  network: Network;
  range: Range;
  level: number;
  parent: Growing | undefined;
  children: Growing[];
}

/**
 * Networks as trees by containment, one for each address space: in another one the same addresses are others. Two networks of the same
 * subnet stand beside each other.
 */
export function networkTrees(networks: readonly Network[], spaceOf: SpaceOf): readonly Space[] {
  const bySpace = Map.groupBy(networks, spaceOf);
  return [...bySpace].map(([id, members]) => ({ id, roots: rootsOf(members), count: members.length }));
}

function rootsOf(networks: readonly Network[]): readonly TreeNode[] {
  const sorted = networks
    .map((network) => ({ network, range: parseSubnet(network.subnet) }))
    .toSorted((one, other) => compareRanges(one.range, other.range));
  const roots: Growing[] = [];
  const open: Growing[] = [];
  for (const { network, range } of sorted) {
    for (let top = open.at(-1); top !== undefined && (!contains(top.range, range) || top.range.prefix === range.prefix); top = open.at(-1))
      open.pop();
    const parent = open.at(-1);
    const node: Growing = { network, range, level: open.length + 1, parent, children: [] };
    (parent?.children ?? roots).push(node);
    open.push(node);
  }
  return roots;
}

/** Whether a text is a part of a network, or `vlan 20` its VLAN. */
export function isMatch({ name, subnet, description, vlan_id: vlan, status, tags }: Network, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return (
    [name, subnet, description, status, ...tags].some((field) => field.toLowerCase().includes(wanted)) ||
    (vlan !== null && wanted === `vlan ${vlan}`)
  );
}

/** Networks that match, and those that contain them, so that their place shows. */
export function matching(spaces: readonly Space[], matches: (network: Network) => boolean): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (node: TreeNode): void => {
    if (matches(node.network)) for (let one: TreeNode | undefined = node; one !== undefined; one = one.parent) found.add(one.network.id);
    node.children.forEach(look);
  };
  for (const { roots } of spaces) roots.forEach(look);
  return found;
}
