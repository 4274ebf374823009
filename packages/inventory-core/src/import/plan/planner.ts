import { weighedSlices } from "../../background/in-slices.ts";
import { holds, type Principal } from "../../contract/access/principal.ts";
import type { Ids } from "../../contract/new-id.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import { Candidate, type NumberedRow } from "./candidate.ts";
import { ImportRegister } from "../import-register.ts";
import type { PlanStep } from "./import-plan.ts";
import { ENTRIES_TOGETHER, entriesOf, type ImportRow, importTypes, type ImportTypes, type UndeclaredType } from "../import-row.ts";
import type { RecordKinds } from "../../records/record-kinds.ts";
import { planDeclared } from "./plan-declared.ts";
import { planFields } from "./plan-fields.ts";
import { planDevices } from "./plan-devices.ts";
import { planNetworks } from "./plan-networks.ts";
import { planPools } from "./plan-pools.ts";
import { planRelationships } from "./plan-relationships.ts";
import type { PlanContext } from "./plan-context.ts";
import { readPlannedFields } from "./plan-own-fields.ts";
import { resolveReferences } from "./references/resolve-references.ts";

/** Rows that are planned between two turns of the event loop. */
const ROWS_TOGETHER = 100;

type PlanRows = (context: PlanContext, candidates: readonly Candidate[]) => Promise<PlanStep[]>;

const PLANNERS: Readonly<Record<UndeclaredType, PlanRows>> = {
  field: planFields,
  network: planNetworks,
  pool: planPools,
  device: planDevices,
  relationship: planRelationships,
};

const READ_SPACES = "space:read";

/**
 * What reading the records takes that the plan of a row looks at: its own, those that it may refer to, and those that rules
 * compare it with. What it would become, and what speaks against it, tells of all of them.
 */
const READS: Readonly<Record<UndeclaredType, readonly string[]>> = {
  // Everybody reads them.
  field: [],
  network: ["network:read", "datacenter:read", "pool:read"],
  pool: ["pool:read", "network:read", "datacenter:read"],
  device: ["device:read", "datacenter:read", "network:read", "pool:read"],
  relationship: ["relationship:read", "device:read", "datacenter:read"],
};

/** How rows of a type are planned, and what reading the records takes; undefined for a type that there is not. */
function planningOf(kinds: RecordKinds, type: string): { readonly plan: PlanRows; readonly reads: readonly string[] } | undefined {
  const service = kinds.find(type);
  if (service !== undefined && service.kind.doors.has("files")) {
    // A row that names a space needs to read spaces, and the others do not.
    const others = service.kind.fields.flatMap(({ facts: { to } }) => (to === undefined || to === "space" ? [] : [to]));
    const read = [type, ...others].map((name) => `${kinds.thingOf(name)}:read`);
    return { plan: async (context, candidates) => await planDeclared(context, service, candidates), reads: [...new Set(read)] };
  }
  if (!Object.hasOwn(PLANNERS, type)) return undefined;
  return { plan: PLANNERS[type as UndeclaredType], reads: READS[type as UndeclaredType] };
}

/** The step of a row of a type that this host does not have. */
const unknownType = ({ names }: ImportTypes, { row }: NumberedRow): PlanStep => ({
  kind: "step",
  action: "error",
  row,
  problems: [{ field: "type", message: typeProblem(names) }],
});

export const typeProblem = (names: readonly string[]): string => `must be one of ${names.join(", ")}`;

/** The step of a row that is not planned, for want of a permission. */
function refused({ register }: PlanContext, candidate: Candidate, permission: string): PlanStep {
  const { index, row } = candidate;
  register.add(candidate, { index, at: row.at, id: undefined, scope: "", known: false, digest: "" }, {});
  return { kind: "step", action: "error", row, problems: [{ field: "permission", message: `this needs the permission ${permission}` }] };
}

/** Says what becomes of rows, one batch after the other: it remembers the keys of what came before. It writes nothing. */
export class Planner {
  readonly #register = new ImportRegister();
  readonly #principal: Principal;
  readonly #ids: Ids;
  readonly #kinds: RecordKinds;
  readonly #types: ImportTypes;
  readonly #givenId: (index: number) => string | undefined;

  /**
   * @param ids makes ids for new records
   * @param givenId the ids that new records were given when the import was planned before, by the number of the row
   */
  constructor(principal: Principal, ids: Ids, kinds: RecordKinds, givenId: (index: number) => string | undefined = () => undefined) {
    this.#principal = principal;
    this.#kinds = kinds;
    this.#types = importTypes(kinds.inOrder.map(({ kind }) => kind));
    this.#ids = ids;
    this.#givenId = givenId;
  }

  /** What becomes of some rows of one type, {@link ROWS_TOGETHER} at most. */
  async plan(queries: Queries, rows: readonly NumberedRow[]): Promise<PlanStep[]> {
    const [first] = rows;
    if (first === undefined) return [];
    const { type } = first.row;
    const planning = planningOf(this.#kinds, type);
    if (planning === undefined) return rows.map((row) => unknownType(this.#types, row));
    const candidates = rows.map((row) => new Candidate(row, this.#types));
    const hidden = planning.reads.find((permission) => !holds(this.#principal, permission));
    const context: PlanContext = {
      fields: hidden === undefined ? await readPlannedFields(queries, this.#register, { type, types: this.#types }, candidates) : undefined,
      queries,
      register: this.#register,
      principal: this.#principal,
      kinds: this.#kinds,
      givenId: this.#givenId,
      newId: () => this.#ids.next(),
    };
    // Nothing is looked up for whoever may not read it: what is said of a row would tell of it.
    if (hidden !== undefined) return candidates.map((candidate) => refused(context, candidate, hidden));
    const steps = new Map<Candidate, PlanStep>();
    for (const candidate of candidates) {
      const withheld = this.#withheldFrom(candidate);
      if (withheld !== undefined) steps.set(candidate, refused(context, candidate, withheld));
    }
    const told = candidates.filter((candidate) => !steps.has(candidate));
    await resolveReferences(context, told, holds(this.#principal, READ_SPACES));
    const planned = await planning.plan(context, told);
    for (const [index, candidate] of told.entries()) steps.set(candidate, planned[index] as PlanStep);
    return candidates.map((candidate) => steps.get(candidate) as PlanStep);
  }

  /** The permission that the references of a row need and the caller lacks: a row that refers to no such record needs none. */
  #withheldFrom({ namesSpace, references }: Candidate): string | undefined {
    const declared = references.flatMap(({ to }) => (this.#kinds.find(to) === undefined ? [] : [`${this.#kinds.thingOf(to)}:read`]));
    return [...(namesSpace ? [READ_SPACES] : []), ...declared].find((permission) => !holds(this.#principal, permission));
  }
}

/**
 * Puts items that follow each other into batches of one type.
 * @param rowOf undefined for what stands alone
 */
export const batchesOf = <Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  rowOf: (item: Item) => ImportRow | undefined,
): AsyncGenerator<readonly Item[]> =>
  weighedSlices(items, {
    count: ROWS_TOGETHER,
    weight: ENTRIES_TOGETHER,
    weightOf: (item) => {
      const row = rowOf(item);
      return row === undefined ? 0 : entriesOf(row);
    },
    goesWith: (item, first) => rowOf(item) !== undefined && rowOf(item)?.type === rowOf(first)?.type,
  });
