import type { Network } from "@cadastre/client";
import { parseSubnet } from "../../addresses/ip.ts";
import type { SpaceId, SpaceOf } from "../../queries/space-of.ts";
import { type FreeBlocks, withFree } from "./free-blocks.ts";

/** A network of the tree, as far as it is read. */
export interface NetworkNode {
  readonly network: Network;
  /** Percent of its addresses that are used. */
  readonly used: number | undefined;
  /** Whether its free blocks are of interest: it has subnets, or is a container for them. */
  readonly isDivided: boolean;
  /** Its subnets that are shown; undefined until they are read. */
  readonly children: readonly NetworkNode[] | undefined;
}

/** A row of the tree of networks. */
export type TreeRow = { readonly id: string } & (
  | { readonly kind: "space"; readonly space: SpaceId; readonly below: readonly TreeRow[] }
  | { readonly kind: "network"; readonly node: NetworkNode; readonly below: readonly TreeRow[] | undefined; readonly canUnfold: boolean }
  | { readonly kind: "free" | "more"; readonly parent: Network; readonly cidr: string }
);

/** Parts of the rows besides the networks. */
export interface TreeParts {
  readonly spaceOf: SpaceOf;
  /** Orders spaces. */
  readonly nameOf: (space: SpaceId) => string;
  /** Whether free blocks are rows. */
  readonly showFree: boolean;
  /** Free blocks by network. */
  readonly free: ReadonlyMap<string, FreeBlocks>;
}

/** The rows of networks, below a row for each space unless all are in the common one. */
export function treeRows(nodes: readonly NetworkNode[], parts: TreeParts): readonly TreeRow[] {
  const bySpace = Map.groupBy(nodes, ({ network }) => parts.spaceOf(network));
  if (bySpace.size === 0 || (bySpace.size === 1 && bySpace.has(null))) return nodes.map((node) => rowOf(node, parts));
  return [...bySpace]
    .toSorted(([one], [other]) => parts.nameOf(one).localeCompare(parts.nameOf(other)))
    .map(([space, roots]) => ({ kind: "space", id: `space ${space}`, space, below: roots.map((node) => rowOf(node, parts)) }));
}

function rowOf(node: NetworkNode, parts: TreeParts): TreeRow {
  const { network } = node;
  const free = parts.showFree && node.isDivided ? parts.free.get(network.id) : undefined;
  const below =
    node.children &&
    withFree(
      node.children.map((child) => ({ child, range: parseSubnet(child.network.subnet) })),
      free,
    ).map((one): TreeRow =>
      "child" in one ? rowOf(one.child, parts) : { kind: "free", id: `${network.id} ${one.cidr}`, parent: network, cidr: one.cidr },
    );
  const more: readonly TreeRow[] = free?.isCut === true ? [{ kind: "more", id: `${network.id} more`, parent: network, cidr: "" }] : [];
  return {
    kind: "network",
    id: network.id,
    node,
    below: below && [...below, ...more],
    canUnfold: node.children?.length !== 0 || (parts.showFree && node.isDivided),
  };
}
