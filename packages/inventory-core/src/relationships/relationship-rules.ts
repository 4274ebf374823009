import { relationshipType } from "./relationship-type.ts";

/** A relationship as its rules need it. */
export interface Edge {
  readonly parent_id: string;
  readonly child_id: string;
  readonly type: string;
}

/** An end of a relationship. */
export type End = "parent_id" | "child_id";

/** What the rules of relationships ask: of the database, or of the database with the rows that an import makes before. */
export interface RelationshipView {
  /** Where a parent of a device by a type is told of: `as line 3 says`, or "" for the database; undefined when it has none. */
  parentOf(childId: string, type: string): Promise<string | undefined>;
  /** The relationships of a type at one end of which some devices are. @param limit most of them */
  edgesAt(type: string, end: End, ids: readonly string[], limit: number): Promise<readonly Pick<Edge, End>[]>;
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
  return await shortestPath(child, parent, async (...ends) => await view.edgesAt(type, ...ends));
}

/** What is said of a relationship that closes a cycle, to whoever may not be told which devices are on it. */
export const CLOSES_A_CYCLE = "closes a cycle of relationships of this type";

/** What is read of one side of a search before the other side has its turn, at least. */
const MIN_EDGES = 8;

/** The search from one end of a path. */
interface Side {
  /** The end of relationships that devices of the level are at, and the end that leads on. */
  readonly from: End;
  readonly to: End;
  /** Devices that were reached, with the device that each was reached from. */
  readonly cameFrom: Map<string, string | null>;
  /** Devices that were reached last. */
  level: readonly string[];
  /** How many relationships were read. */
  read: number;
}

/**
 * The shortest path from one device to another along relationships, both ends included; null when there is none. It searches from both
 * ends, a level at a time, and reads little more than the relationships of the end that fewer lead on from.
 */
async function shortestPath(
  first: string,
  last: string,
  edgesAt: (end: End, ids: readonly string[], limit: number) => ReturnType<RelationshipView["edgesAt"]>,
): Promise<string[] | null> {
  let side: Side = { from: "parent_id", to: "child_id", cameFrom: new Map([[first, null]]), level: [first], read: 0 };
  let other: Side = { from: "child_id", to: "parent_id", cameFrom: new Map([[last, null]]), level: [last], read: 0 };
  while (side.level.length > 0 && other.level.length > 0) {
    if (side.read > other.read) [side, other] = [other, side];
    const limit = MIN_EDGES + 2 * other.read;
    const edges = await edgesAt(side.from, side.level, limit);
    side.read += edges.length + 1;
    // A level that has more is read again, if the other side does not end before.
    if (edges.length === limit) continue;
    const next: string[] = [];
    for (const { [side.from]: from, [side.to]: to } of edges) {
      if (side.cameFrom.has(to)) continue;
      side.cameFrom.set(to, from);
      if (other.cameFrom.has(to)) return pathThrough(to, side, other);
      next.push(to);
    }
    side.level = next;
  }
  return null;
}

/** The path through a device that both sides reached. */
function pathThrough(device: string, ...sides: readonly [Side, Side]): string[] {
  const [down, up] = sides.toSorted((one) => (one.from === "parent_id" ? -1 : 1)) as [Side, Side];
  const back = ({ cameFrom }: Side): string[] => {
    const path: string[] = [];
    for (let at = cameFrom.get(device); at !== null && at !== undefined; at = cameFrom.get(at)) path.push(at);
    return path;
  };
  return [...back(down).toReversed(), device, ...back(up)];
}
