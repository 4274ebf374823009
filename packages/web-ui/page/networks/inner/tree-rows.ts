import type { SpaceId } from "../../spaces/space-of.ts";
import type { Space, TreeNode } from "../network-tree.ts";
import { type FreeBlock, type FreeBlocks, withFree } from "./free-blocks.ts";

/** A row of the tree of networks. */
export type TreeRow =
  | { readonly kind: "space"; readonly key: string; readonly id: SpaceId; readonly count: number; readonly level: 1 }
  | { readonly kind: "network"; readonly key: string; readonly node: TreeNode; readonly level: number }
  | { readonly kind: "free"; readonly key: string; readonly parent: TreeNode; readonly cidr: string; readonly level: number }
  | { readonly kind: "more"; readonly key: string; readonly parent: TreeNode; readonly level: number };

/** What of the tree is to show. */
export interface Shown {
  readonly spaces: readonly Space[];
  /** Only these networks; undefined: all, and free blocks. */
  readonly wanted: ReadonlySet<string> | undefined;
  readonly folded: ReadonlySet<string>;
  /** Free blocks by the ids of their networks. */
  readonly free: ReadonlyMap<string, FreeBlocks>;
}

const isFree = (one: TreeNode | FreeBlock): one is FreeBlock => "cidr" in one;

/** The rows that show, in order. What is filtered shows also where it is folded away, and no free blocks between. */
export function treeRows({ spaces, wanted, folded, free }: Shown): readonly TreeRow[] {
  const named = !(spaces.length === 1 && spaces[0]?.id === null);
  return spaces.flatMap(({ id, roots, count }): readonly TreeRow[] => {
    const below = named ? 1 : 0;
    const rows: TreeRow[] = [];
    const add = (node: TreeNode): void => {
      const { id: key } = node.network;
      if (wanted?.has(key) === false) return;
      rows.push({ kind: "network", key, node, level: node.level + below });
      if (wanted === undefined && folded.has(key)) return;
      const own = wanted === undefined ? free.get(key) : undefined;
      const level = node.level + below + 1;
      for (const one of withFree(node.children, own)) {
        if (isFree(one)) rows.push({ kind: "free", key: `${key} ${one.cidr}`, parent: node, cidr: one.cidr, level });
        else add(one);
      }
      if (own?.isCut === true) rows.push({ kind: "more", key: `${key} more`, parent: node, level });
    };
    roots.forEach(add);
    return rows.length === 0 || !named ? rows : [{ kind: "space", key: `space ${id}`, id, count, level: 1 }, ...rows];
  });
}

/** Networks whose free blocks are worth a look: those that others lie in, and containers. At most so many, in the order of the tree. */
export function networksToFill({ spaces, folded }: Pick<Shown, "spaces" | "folded">, most: number): readonly string[] {
  const found: string[] = [];
  const look = (node: TreeNode): void => {
    if (found.length >= most || folded.has(node.network.id)) return;
    if (node.children.length > 0 || node.network.status === "container") found.push(node.network.id);
    node.children.forEach(look);
  };
  for (const { roots } of spaces) roots.forEach(look);
  return found;
}
