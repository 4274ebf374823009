/** Types of relationships that admit no cycle. */
export const ACYCLIC: ReadonlySet<string> = new Set(["contains", "depends_on"]);

/** Gives the children of nodes: pairs of (parent, child). */
export type ChildrenOf = (parents: readonly string[]) => Promise<readonly { readonly parent_id: string; readonly child_id: string }[]>;

/**
 * The shortest path from one node to another along the edges, both ends included; null when there is none.
 * Asks for children a level at a time, so that the number of questions is the depth, not the number of nodes.
 */
export async function shortestPath(from: string, to: string, childrenOf: ChildrenOf): Promise<string[] | null> {
  const cameFrom = new Map<string, string | null>([[from, null]]);
  let level = [from];
  while (level.length > 0) {
    if (cameFrom.has(to)) {
      const path: string[] = [];
      for (let at: string | null | undefined = to; at !== null && at !== undefined; at = cameFrom.get(at)) path.unshift(at);
      return path;
    }
    const next: string[] = [];
    for (const { parent_id: parent, child_id: child } of await childrenOf(level)) {
      if (cameFrom.has(child)) continue;
      cameFrom.set(child, parent);
      next.push(child);
    }
    level = next;
  }
  return null;
}
