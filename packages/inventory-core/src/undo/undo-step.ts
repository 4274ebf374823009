import { z } from "zod";
import { holds, type Principal } from "../contract/access/principal.ts";
import type { Followers } from "../cascades/removed-rows.ts";
import type { Cascades } from "../contract/cascades.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import { type AnyInternalStep, defineInternalStep } from "../contract/operations/internal-step.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { DeviceService } from "../devices/device-service.ts";
import type { NetworkService } from "../networks/network-service.ts";
import type { PoolService } from "../pools/pool-service.ts";
import type { RecordKinds } from "../records/record-kinds.ts";
import type { RelationshipService } from "../relationships/relationship-service.ts";
import { OwnFieldsBack } from "./own-fields-back.ts";
import { type Kind, KINDS, NOTHING, type PastChange, pastChange } from "./past-change.ts";
import { type Images, recordsOf } from "./present-records.ts";
import { releaseMade, undoAllocations } from "./records/undo-allocations.ts";
import { undoIgnored } from "./records/undo-conflicts.ts";
import { removeDevices, undoDevices } from "./records/undo-devices.ts";
import { undoFields } from "./records/undo-fields.ts";
import { changeNetworksBack, networksBack, removeNetworks, returnNetworks } from "./records/undo-networks.ts";
import { checkPools, movePoolsBack, removePools, undoPools } from "./records/undo-pools.ts";
import { partOf, refuseDependents } from "./part-of-change.ts";
import { removeDeclared, returnDeclared } from "./records/undo-declared.ts";
import { removeRelationships, returnRelationships } from "./records/undo-relationships.ts";
import { handSeenBack, returnFollowers } from "./records/return-followers.ts";
import { RecordOfChange } from "./undo.ts";
import { undoErrors } from "./undo.errors.ts";
import { Undoing } from "./undoing.ts";

/** As the step of a plan names it. */
export const UNDO_STEP = "changes.undo/records";

/** Most records that a plan which takes a change back shows: an import of many rows is one change. */
const MAX_RECORDS = 30_000;

/** Whoever writes the records that a change is taken back of. */
export interface UndoWriters {
  readonly cascades: Cascades;
  readonly followers: Followers;
  readonly networks: NetworkService;
  readonly pools: PoolService;
  readonly devices: DeviceService;
  readonly relationships: RelationshipService;
  readonly records: RecordKinds;
}

export const UNDO_WRITERS = serviceToken<UndoWriters>("undo-writers");

/** Takes a change, or the part of it about one record, back, as far as nobody has changed since what it changed. */
export function undoStep(writers: UndoWriters): AnyInternalStep {
  return defineInternalStep({
    id: UNDO_STEP,
    // What it needs depends on the change: it is asked for when that is read.
    needs: [],
    maxRecords: MAX_RECORDS,
    // `other_records` is for readers of the plan: records of the change that stay as they are.
    body: z.object({ change_id: z.string(), record: RecordOfChange.optional(), other_records: z.int().optional() }),
    run: async (change, { change_id: id, record }, call) => {
      const whole = await pastChange(change, id, writers.records);
      if (whole === undefined) throw undoErrors.CHANGE_NOT_FOUND({ id });
      const past = record === undefined ? whole : partOf(whole, record);
      mayTakeBack(past, change.call.principal, writers.records);
      if (record !== undefined) await refuseDependents(change, whole, record, change.call.principal, writers.records);
      await takeBack(change, call, past, writers);
    },
  });
}

/** @throws FORBIDDEN unless the caller may do to every record the opposite of what the change did */
function mayTakeBack(past: PastChange, principal: Principal, declared: RecordKinds): void {
  for (const [kind, own] of past.records) {
    const actions = new Set(
      [...own.values()].map(({ before, after }) => (before === NOTHING ? "delete" : after === NOTHING ? "create" : "update")),
    );
    for (const action of actions) {
      const permission = `${declared.thingOf(kind)}:${action}`;
      if (!holds(principal, permission)) throw coreErrors.FORBIDDEN({ permission });
    }
  }
}

async function takeBack(change: Change, call: CallContext, past: PastChange, writers: UndoWriters): Promise<void> {
  const { networks, pools, devices, relationships, records } = writers;
  const fieldsOnly = new Undoing({
    change,
    call,
    past,
    present: new Map([["field", await presentOf(change, past, records, "field")]]),
    own: await OwnFieldsBack.after(change, past.lastSeq, []),
  });
  // Values of fields of one's own are told by the names that these have afterwards.
  const renamings = await undoFields(fieldsOnly, records);
  const own = await OwnFieldsBack.after(change, past.lastSeq, renamings);
  const undoing = new Undoing({ change, call, past, present: await allPresent(change, past, records), own });
  for (const resource of past.otherKinds) undoing.warn(`what the change did to a ${resource.replaceAll("_", " ")} stays as it is`);
  await undoIgnored(undoing);
  // What was made goes, but what others may be in.
  await removeDeclared(undoing, records, "inside");
  await removeRelationships(undoing, relationships);
  await releaseMade(undoing);
  await removeDevices(undoing, devices);
  await removePools(undoing, pools);
  // What others are in is there before them.
  await returnDeclared(undoing, records, "place");
  // Networks name their records.
  await returnDeclared(undoing, records, "network");
  await returnNetworks(undoing, networks);
  await handSeenBack(undoing);
  const back = await networksBack(undoing);
  const moved = await movePoolsBack(undoing, back);
  await changeNetworksBack(undoing, networks, back);
  await undoPools(undoing, pools);
  await removeNetworks(undoing, networks);
  await undoDevices(undoing);
  await undoAllocations(undoing);
  await returnRelationships(undoing, relationships);
  await returnDeclared(undoing, records, "other");
  await returnFollowers(undoing, writers.followers);
  await checkPools(undoing, moved);
  // Nothing of the change is in them any more.
  await removeDeclared(undoing, records, "place");
}

async function presentOf(change: Change, past: PastChange, declared: RecordKinds, kind: Kind): Promise<ReadonlyMap<string, string>> {
  return await recordsOf(change, declared, kind, [...(past.records.get(kind)?.keys() ?? [])]);
}

async function allPresent(change: Change, past: PastChange, declared: RecordKinds): Promise<Images> {
  const present = new Map<Kind, ReadonlyMap<string, string>>();
  for (const kind of [...KINDS, ...declared.all.map(({ name }) => name)]) present.set(kind, await presentOf(change, past, declared, kind));
  return present;
}
