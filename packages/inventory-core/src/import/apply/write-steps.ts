import { isEngineError } from "../../contract/errors/error.ts";
import { type Draft, draftOf } from "../../contract/errors/validation.ts";
import type { Outcome } from "../../contract/storage/outcome.ts";
import { isRecordId } from "../../contract/new-id.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { DeviceCreate, DeviceUpdate } from "../../devices/device.ts";
import type { DeviceService } from "../../devices/device-service.ts";
import { NetworkCreate, NetworkUpdate } from "../../networks/network.ts";
import type { NetworkService } from "../../networks/network-service.ts";
import { PoolCreate, PoolUpdate } from "../../pools/pool.ts";
import type { PoolService } from "../../pools/pool-service.ts";
import { RelationshipCreate } from "../../relationships/relationship.ts";
import type { RelationshipService } from "../../relationships/relationship-service.ts";
import { definitionsOf } from "../../fields/definitions.ts";
import { rawOf } from "../plan/candidate.ts";
import { ownFieldsOfRow } from "../plan/plan-own-fields.ts";
import type { PlanStep } from "../plan/import-plan.ts";
import { importTypes, type ImportTypes, type UndeclaredType } from "../import-row.ts";
import type { RecordKinds } from "../../records/record-kinds.ts";
import type { RecordWriter } from "../../records/record-types.ts";

/** The services through which everything is written that is imported. */
export interface ImportTargets {
  readonly networks: NetworkService;
  readonly pools: PoolService;
  readonly devices: DeviceService;
  readonly relationships: RelationshipService;
  /** Those of declared kinds. */
  readonly kinds: RecordKinds;
}

/** A step that creates or changes a record. */
export interface WrittenStep extends PlanStep {
  readonly action: "create" | "update";
  readonly id: string;
}

/** Steps that are written between two turns of the event loop. */
export const WRITTEN_TOGETHER = 64;

const createFields = (step: WrittenStep, types: ImportTypes): Record<string, unknown> => rawOf(step.row, step.links ?? {}, types);
const changedFields = (step: WrittenStep): Record<string, unknown> =>
  Object.fromEntries((step.changes ?? []).map(({ field, after }) => [field, after]));

type Write = (change: Change, step: WrittenStep) => Promise<unknown>;
type WriteAll = (change: Change, steps: readonly WrittenStep[]) => Promise<Outcome<unknown>[]>;

/**
 * Writes steps one after the other; one that the rules refuse leaves the others as they are, as rules are asked before anything is written.
 */
const each =
  (write: Write): WriteAll =>
  async (change, steps) => {
    const outcomes: Outcome<unknown>[] = [];
    for (const step of steps) {
      try {
        outcomes.push({ result: await write(change, step) });
      } catch (error) {
        if (!isEngineError(error) || error.kind === "unavailable" || error.kind === "internal") throw error;
        outcomes.push({ error });
      }
    }
    return outcomes;
  };

/** Devices with the ids that their new addresses bring along, those that no address and no device before has. */
async function withAddressIds<One extends { readonly draft: Draft<Partial<DeviceCreate>> }>(
  change: Change,
  all: readonly One[],
): Promise<readonly (One & { readonly addressIds: ReadonlySet<string> })[]> {
  const idsOf = ({ draft }: One): readonly string[] =>
    (draft.fields.addresses ?? []).flatMap(({ id }) => (id !== undefined && isRecordId(id) ? [id] : []));
  const ids = all.flatMap(idsOf);
  const taken = new Set(ids.length === 0 ? [] : await takenAddressIds(change, ids));
  return all.map((one) => {
    const addressIds = new Set(idsOf(one).filter((id) => !taken.has(id)));
    for (const id of addressIds) taken.add(id);
    return { ...one, addressIds };
  });
}

async function takenAddressIds(queries: Queries, ids: readonly string[]): Promise<readonly string[]> {
  return (await queries.all<{ id: string }>("select id from address where id = any(?)", [ids])).map(({ id }) => id);
}

/** How steps of each type are written. */
function writersOf({
  networks,
  pools,
  devices,
  relationships,
  kinds,
}: ImportTargets): Record<Exclude<UndeclaredType, "field">, Record<WrittenStep["action"], WriteAll>> {
  // The kinds are complete when the first step is written.
  let all: ImportTypes | undefined;
  const types = (): ImportTypes => (all ??= importTypes(kinds.all));
  return {
    network: {
      create: each(
        async (change, step) => await networks.createWithin(change, draftOf(NetworkCreate, createFields(step, types())), step.id),
      ),
      update: each(async (change, step) => await networks.updateWithin(change, step.id, draftOf(NetworkUpdate, changedFields(step)))),
    },
    pool: {
      create: each(
        async (change, step) =>
          await pools.createWithin(change, step.links?.["network_id"] ?? "", draftOf(PoolCreate, createFields(step, types())), step.id),
      ),
      update: each(async (change, step) => await pools.updateWithin(change, step.id, draftOf(PoolUpdate, changedFields(step)))),
    },
    device: {
      create: async (change, steps) => {
        const all = steps.map((step) => ({ id: step.id, draft: draftOf(DeviceCreate, createFields(step, types())) }));
        return await devices.createAllWithin(change, await withAddressIds(change, all));
      },
      update: async (change, steps) => {
        const all = steps.map((step) => ({ id: step.id, draft: draftOf(DeviceUpdate, changedFields(step)) as Draft<DeviceUpdate> }));
        return await devices.updateAllWithin(change, await withAddressIds(change, all));
      },
    },
    relationship: {
      create: each(
        async (change, step) =>
          await relationships.createWithin(
            change,
            step.links?.["parent_id"] ?? "",
            draftOf(RelationshipCreate, createFields(step, types())),
          ),
      ),
      update: async () => {
        throw new TypeError("a relationship has nothing to change");
      },
    },
  };
}

/** How steps of a declared kind are written. */
const declaredWriters = (service: RecordWriter): Record<WrittenStep["action"], WriteAll> => {
  const { create, update } = service.kind.schemas;
  const types = importTypes([service.kind]);
  return {
    create: each(async (change, step) => await service.createWithin(change, draftOf(create, createFields(step, types)), step.id)),
    update: each(async (change, step) => await service.updateWithin(change, step.id, draftOf(update, changedFields(step)), false)),
  };
};

/** Steps with the values that the texts of their rows stand for. */
async function withOwnFields(change: Change, steps: readonly WrittenStep[]): Promise<readonly WrittenStep[]> {
  if (steps.every(({ row }) => row.set["fields"] === undefined)) return steps;
  const definitions = await definitionsOf(change, steps[0]?.row.type ?? "");
  return steps.map((step) => ({
    ...step,
    row: { ...step.row, set: { ...step.row.set, fields: ownFieldsOfRow(definitions, step.row) } },
  }));
}

/** Writes planned steps through the services, so that all their rules hold. */
export class StepWriter {
  readonly #writers: ReturnType<typeof writersOf>;
  readonly #kinds: RecordKinds;

  constructor(targets: ImportTargets) {
    this.#writers = writersOf(targets);
    this.#kinds = targets.kinds;
  }

  /** What came of each of some steps of one type and one action. @throws UNAVAILABLE, and what is no rule's refusal */
  async write(change: Change, steps: readonly WrittenStep[]): Promise<Outcome<unknown>[]> {
    const [first] = steps;
    if (first === undefined) return [];
    const service = this.#kinds.find(first.row.type);
    const writers = service === undefined ? this.#writers[first.row.type as keyof ReturnType<typeof writersOf>] : declaredWriters(service);
    const outcomes = await writers[first.action](change, await withOwnFields(change, steps));
    // What the unit of work holds is written; kept, it would be looked through by every later flush.
    change.em.clear();
    return outcomes;
  }
}
