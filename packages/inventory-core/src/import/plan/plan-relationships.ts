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
  const graph = await reachableFrom(queries, register, there);
  const view = viewOf(known, graph, register);
  const steps: PlanStep[] = [];
  for (const [index, candidate] of candidates.entries()) {
    steps.push(await planEdge(context, candidate, edges[index], { view, same: known.same, graph }));
  }
  return steps;
}

interface Surroundings {
  readonly view: RelationshipView;
  /** Ids of the relationships that there are. */
  readonly same: ReadonlySet<string>;
  readonly graph: Graph;
}

async function planEdge(
  context: PlanContext,
  candidate: Candidate,
  edge: Edge | undefined,
  { view, same, graph }: Surroundings,
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
    connect(register, edge);
    connect({ children: graph }, edge);
  }
  return step;
}

const idOf = ({ parent_id: parent, child_id: child, type }: Edge): string => `${parent}/${child}/${type}`;

/** Tells the children of one type from those of another. */
const childKey = ({ child_id: child, type }: Pick<Edge, "child_id" | "type">): string => `${type} ${child}`;

/** The relationships that the database has, of those that the rules ask for, with those of earlier rows. */
function viewOf({ parented }: { readonly parented: ReadonlySet<string> }, graph: Graph, register: ImportRegister): RelationshipView {
  return {
    parentOf: async (child, type) => {
      const key = childKey({ child_id: child, type });
      const earlier = register.parents.get(key);
      if (parented.has(key)) return "";
      return earlier === undefined ? undefined : `as ${sourcePosition(earlier)} says`;
    },
    childrenOf: async (type, parents) =>
      parents.flatMap((parent) => (graph.get(type)?.get(parent) ?? []).map((child) => ({ parent_id: parent, child_id: child }))),
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

type Graph = Map<string, Map<string, string[]>>;

function connect({ children }: { readonly children: Graph }, { parent_id: parent, child_id: child, type }: Edge): void {
  const ofType = children.get(type) ?? new Map<string, string[]>();
  children.set(type, ofType.set(parent, [...(ofType.get(parent) ?? []), child]));
}

/** Devices that are asked for at once. */
const SLICE = 500;

/**
 * What can be reached from the children of new relationships, by those of the inventory and of earlier rows: a level of all of
 * them at a time, so that the number of questions is the depth, not the number of rows.
 */
async function reachableFrom(queries: Queries, register: ImportRegister, edges: readonly Edge[]): Promise<Graph> {
  const graph: Graph = new Map();
  for (const type of ACYCLIC_TYPES) {
    const found = new Map<string, string[]>();
    graph.set(type, found);
    const seen = new Set<string>();
    // Parents too: within the batch one relationship may lead on to the next.
    let level = [
      ...new Set(edges.filter((edge) => edge.type === type).flatMap(({ parent_id: parent, child_id: child }) => [parent, child])),
    ];
    while (level.length > 0) {
      for (const id of level) seen.add(id);
      const rows: Edge[] = level.flatMap((parent) =>
        (register.children.get(type)?.get(parent) ?? []).map((child) => ({ parent_id: parent, child_id: child, type })),
      );
      for (let at = 0; at < level.length; at += SLICE) {
        rows.push(
          ...(await queries.all<Edge>("select parent_id, child_id, type from relationship where type = ? and parent_id = any(?)", [
            type,
            level.slice(at, at + SLICE),
          ])),
        );
      }
      for (const row of rows) connect({ children: graph }, row);
      level = [...new Set(rows.map(({ child_id: child }) => child))].filter((id) => !seen.has(id));
    }
  }
  return graph;
}
