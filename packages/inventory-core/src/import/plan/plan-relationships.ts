import { isTurnOver, turnUnderLock } from "../../background/loop-turn.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import { draftOf } from "../../contract/errors/validation.ts";
import { RelationshipCreate } from "../../relationships/relationship.ts";
import {
  closedPath,
  CLOSES_A_CYCLE,
  type Edge,
  endsBreach,
  parentBreach,
  type RelationshipView,
} from "../../relationships/relationship-rules.ts";
import { ACYCLIC_TYPES, ONE_PARENT_TYPES, relationshipType } from "../../relationships/relationship-type.ts";
import type { Candidate } from "./candidate.ts";
import { type ImportRegister, sourcePosition } from "../import-register.ts";
import { claimKey, finish, type PlanContext, collectProblems } from "./plan-context.ts";
import type { PlanStep } from "./import-plan.ts";
import type { PlannedRelationships } from "../planned-relationships.ts";

/** Plans relationships: they are known by parent, child and type, and have nothing to change. */
export async function planRelationships(context: PlanContext, candidates: readonly Candidate[]): Promise<PlanStep[]> {
  const { queries, register } = context;
  const edges = candidates.map((candidate): Edge | undefined => {
    const { parent_id: parent, child_id: child } = candidate.links;
    const draft = draftOf(RelationshipCreate, { ...candidate.raw, child_id: child ?? "unknown" });
    collectProblems(candidate, draft);
    const itself = endsBreach(parent, child);
    if (itself !== undefined) candidate.problems.add("child", itself);
    const { type } = draft.fields;
    return candidate.problems.any || typeof parent !== "string" || typeof child !== "string" || type === undefined
      ? undefined
      : { parent_id: parent, child_id: child, type };
  });
  const there = edges.filter((edge) => edge !== undefined);
  const known = await knownEdges(queries, there);
  await reachFrom(queries, register.relationships, there);
  const view = viewOf(known, register);
  const steps: PlanStep[] = [];
  for (const [index, candidate] of candidates.entries()) {
    steps.push(await planEdge(context, candidate, edges[index], { view, same: known.same }));
  }
  return steps;
}

interface Surroundings {
  readonly view: RelationshipView;
  /** Ids of the relationships that there are. */
  readonly same: ReadonlySet<string>;
}

async function planEdge(
  context: PlanContext,
  candidate: Candidate,
  edge: Edge | undefined,
  { view, same }: Surroundings,
): Promise<PlanStep> {
  const { register } = context;
  if (edge === undefined) return finish(context, candidate, { scope: "", names: {}, known: false });
  const id = idOf(edge);
  candidate.id = id;
  claimKey(context, candidate, id, { what: "relationship", isKnown: false });
  if (same.has(id)) return finish(context, candidate, { scope: "", names: {}, known: true });
  const second = await parentBreach(view, edge);
  if (second !== undefined) candidate.conflict(second, "child");
  if ((await closedPath(view, edge)) !== null) candidate.conflict(CLOSES_A_CYCLE, "child");
  const step = finish(context, candidate, { scope: "", names: {}, known: false });
  if (step.action === "create") {
    if (relationshipType(edge.type).oneParent !== null) register.parents.set(childKey(edge), candidate.row.at);
    register.relationships.connect(edge);
  }
  return step;
}

const idOf = ({ parent_id: parent, child_id: child, type }: Edge): string => `${parent}/${child}/${type}`;

/** Tells the children of one type from those of another. */
const childKey = ({ child_id: child, type }: Pick<Edge, "child_id" | "type">): string => `${type} ${child}`;

/** The relationships that the database has, of those that the rules ask for, with those of earlier rows. */
function viewOf({ parented }: { readonly parented: ReadonlySet<string> }, register: ImportRegister): RelationshipView {
  return {
    parentOf: async (child, type) => {
      const key = childKey({ child_id: child, type });
      const earlier = register.parents.get(key);
      if (parented.has(key)) return "";
      return earlier === undefined ? undefined : `as ${sourcePosition(earlier)} says`;
    },
    edgesAt: async (type, end, ids, limit) => {
      // A path may be as long as the import.
      if (isTurnOver()) await turnUnderLock();
      return register.relationships.edgesAt(type, end, ids, limit);
    },
  };
}

/** Which of some relationships there are, and which of the children have a parent by a type of one parent. */
async function knownEdges(
  queries: Queries,
  edges: readonly Edge[],
): Promise<{ readonly same: ReadonlySet<string>; readonly parented: ReadonlySet<string> }> {
  if (edges.length === 0) return { same: new Set(), parented: new Set() };
  const children = [...new Set(edges.map(({ child_id: child }) => child))];
  const wanted = new Set(edges.map(idOf));
  const rows = await queries.all<Edge>(
    "select parent_id, child_id, type from relationship where child_id = any(?) and (parent_id = any(?) or type = any(?))",
    [children, [...new Set(edges.map(({ parent_id: parent }) => parent))], ONE_PARENT_TYPES],
  );
  return {
    same: new Set(rows.map(idOf).filter((id) => wanted.has(id))),
    parented: new Set(rows.map(childKey)),
  };
}

/** Devices that are asked for at once. */
const SLICE = 500;

/**
 * Reads the existing relationships that the ends of new relationships reach, one level at a time: one query for each level, not for each
 * row. Devices that an earlier row has reached are not read again.
 */
async function reachFrom(queries: Queries, graph: PlannedRelationships, edges: readonly Edge[]): Promise<void> {
  for (const type of ACYCLIC_TYPES) {
    // Parents too: within the batch one relationship may lead on to the next.
    const own = edges.filter((edge) => edge.type === type);
    let level = graph.reach(
      type,
      own.flatMap(({ parent_id: parent, child_id: child }) => [parent, child]),
    );
    while (level.length > 0) {
      const children: string[] = [];
      for (let at = 0; at < level.length; at += SLICE) {
        if (isTurnOver()) await turnUnderLock();
        const slice = level.slice(at, at + SLICE);
        const sql = "select parent_id, child_id, type from relationship where type = ? and parent_id = any(?)";
        for (const edge of await queries.all<Edge>(sql, [type, slice])) {
          graph.connect(edge);
          children.push(edge.child_id);
        }
      }
      level = graph.reach(type, children);
    }
  }
}
