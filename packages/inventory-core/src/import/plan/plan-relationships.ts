import type { Queries } from "../../contract/storage/storage.ts";
import { draftOf } from "../../contract/errors/validation.ts";
import { RelationshipCreate } from "../../relationships/relationship.ts";
import { ACYCLIC } from "../../relationships/relationship-graph.ts";
import type { Candidate } from "./candidate.ts";
import { type ImportRegister, placeOf } from "../import-register.ts";
import { claimKey, finish, type PlanContext, takeProblems } from "./plan-context.ts";
import type { PlanStep } from "./import-plan.ts";

interface Edge {
  readonly parent_id: string;
  readonly child_id: string;
  readonly type: string;
}

/** Plans relationships: they are known by parent, child and type, and have nothing to change. */
export async function planRelationships(context: PlanContext, candidates: readonly Candidate[]): Promise<PlanStep[]> {
  const { queries, register } = context;
  const edges = candidates.map((candidate): Edge | undefined => {
    const { parent_id: parent, child_id: child } = candidate.links;
    const draft = draftOf(RelationshipCreate, { ...candidate.raw, child_id: child ?? "unknown" });
    takeProblems(candidate, draft);
    if (parent !== undefined && parent === child) candidate.problems.add("child", "must not be the device itself");
    const { type } = draft.fields;
    return candidate.problems.any || typeof parent !== "string" || typeof child !== "string" || type === undefined
      ? undefined
      : { parent_id: parent, child_id: child, type };
  });
  const there = edges.filter((edge) => edge !== undefined);
  const known = await knownEdges(queries, there);
  const graph = await reachableFrom(queries, register, there);
  return candidates.map((candidate, index): PlanStep => {
    const edge = edges[index];
    if (edge === undefined) return finish(context, candidate, { scope: "", names: {}, known: false });
    const id = idOf(edge);
    candidate.id = id;
    claimKey(context, candidate, id, "relationship");
    if (known.same.has(id)) return finish(context, candidate, { scope: "", names: {}, known: true });
    refuseSecondContainer(candidate, edge, known.contained, register);
    if (ACYCLIC.has(edge.type) && leadsTo(graph, edge)) candidate.conflict("closes a cycle of relationships of this type", "child");
    const step = finish(context, candidate, { scope: "", names: {}, known: false });
    if (step.action === "create") {
      if (edge.type === "contains") register.containers.set(edge.child_id, candidate.row.at);
      connect(register, edge);
      connect({ children: graph }, edge);
    }
    return step;
  });
}

const idOf = ({ parent_id: parent, child_id: child, type }: Edge): string => `${parent}/${child}/${type}`;

function refuseSecondContainer(
  candidate: Candidate,
  { child_id: child, type }: Edge,
  contained: ReadonlySet<string>,
  register: ImportRegister,
): void {
  if (type !== "contains") return;
  const earlier = register.containers.get(child);
  if (contained.has(child)) candidate.conflict("is contained by another device: remove that relationship first", "child");
  else if (earlier !== undefined) candidate.conflict(`is contained by another device, as ${placeOf(earlier)} says`, "child");
}

/** Which of some relationships there are, and which of the children are contained by something. */
async function knownEdges(
  queries: Queries,
  edges: readonly Edge[],
): Promise<{ readonly same: ReadonlySet<string>; readonly contained: ReadonlySet<string> }> {
  if (edges.length === 0) return { same: new Set(), contained: new Set() };
  const children = [...new Set(edges.map(({ child_id: child }) => child))];
  const wanted = new Set(edges.map(idOf));
  const rows = await queries.all<Edge>(
    "select parent_id, child_id, type from relationship where child_id = any(?) and (parent_id = any(?) or type = 'contains')",
    [children, [...new Set(edges.map(({ parent_id: parent }) => parent))]],
  );
  return {
    same: new Set(rows.map(idOf).filter((id) => wanted.has(id))),
    contained: new Set(rows.filter(({ type }) => type === "contains").map(({ child_id: child }) => child)),
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
  for (const type of ACYCLIC) {
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

/** Whether the child of a relationship leads to its parent already. */
function leadsTo(graph: Graph, { parent_id: parent, child_id: child, type }: Edge): boolean {
  const children = graph.get(type);
  const seen = new Set([child]);
  const open = [child];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === parent) return true;
    for (const next of children?.get(at) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  }
  return false;
}
