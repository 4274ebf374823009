import { relationshipType } from "./relationship-type.ts";

/** A relationship as its rules need it. */
export interface Edge {
  readonly parent_id: string;
  readonly child_id: string;
  readonly type: string;
}

/** What the rules of relationships ask: of the database, or of the database with the rows that an import makes before. */
export interface RelationshipView {
  /** Where a parent of a device by a type is told of: `as line 3 says`, or "" for the database; undefined when it has none. */
  parentOf(childId: string, type: string): Promise<string | undefined>;
  /** The children of some devices by a type. */
  childrenOf(type: string, parents: readonly string[]): Promise<readonly Pick<Edge, "parent_id" | "child_id">[]>;
}

/** What speaks against the ends of a relationship by themselves. */
export function endsBreach(parentId: string | null | undefined, childId: string | null | undefined): string | undefined {
  return parentId !== undefined && parentId === childId ? "must not be the device itself" : undefined;
}

/** What speaks against one more parent: that the type admits one, and the child has it. A sentence without its subject, the child. */
export async function parentBreach(view: RelationshipView, { child_id: child, type }: Edge): Promise<string | undefined> {
  const { oneParent, passive } = relationshipType(type);
  const told = oneParent === null ? undefined : await view.parentOf(child, type);
  if (told === undefined) return undefined;
  return `${passive} another device${told === "" ? ": remove that relationship first" : `, ${told}`}`;
}

/** The path that a relationship would close to a cycle, from its child to its parent; null when there is none, or the type admits it. */
export async function closedPath(view: RelationshipView, { parent_id: parent, child_id: child, type }: Edge): Promise<string[] | null> {
  if (!relationshipType(type).acyclic) return null;
  return await shortestPath(child, parent, async (parents) => await view.childrenOf(type, parents));
}

/** What is said of a relationship that closes a cycle, to whoever may not be told which devices are on it. */
export const CLOSES_A_CYCLE = "closes a cycle of relationships of this type";

/**
 * The shortest path from one node to another along the edges, both ends included; null when there is none.
 * Asks for children a level at a time, so that the number of questions is the depth, not the number of nodes.
 */
async function shortestPath(
  from: string,
  to: string,
  childrenOf: (parents: readonly string[]) => ReturnType<RelationshipView["childrenOf"]>,
): Promise<string[] | null> {
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
