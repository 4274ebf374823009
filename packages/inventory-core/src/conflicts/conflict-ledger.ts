import type { AddressKey } from "../address/address-key.ts";
import { ADDRESS_KEYS, slicesByHolders, SUBNET_KEYS } from "../background/slices-by-holders.ts";
import { ChangeState } from "../contract/storage/change-state.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { Conflict, ConflictType } from "./conflict.ts";
import { insertRow } from "../storage/table.ts";
import { addressText, type Cause, duplicateAddresses, duplicateSubnets } from "./conflict-causes.ts";
import { conflictDocuments, type ConflictRow, conflictTable } from "./conflict.entity.ts";
import { conflictDetected, conflictResolved } from "./conflict.events.ts";

/**
 * Opens and closes conflicts in the transaction of the change that makes or ends them. The caller holds the lock of the
 * address space, or the topology exclusively, which keeps off every other change of the same conflicts.
 */

const recordOf = (row: Pick<ConflictRow, "doc">): Conflict => conflictDocuments.read(row.doc);

/** What a change may have made or ended, by address space. */
class Contested {
  readonly addresses = new Map<number, Set<AddressKey>>();
  readonly subnets = new Map<number, Set<string>>();
  /** Addresses whose holders stay the same, and the devices that have a new name. */
  readonly renamed = new Map<number, Set<AddressKey>>();
  readonly devices = new Set<string>();
}

const contested = new ChangeState((change) => {
  change.beforeCommit(async () => await reconcileConflicts(change));
  return new Contested();
});

function note(places: Map<number, Set<string>>, space: number, subjects: Iterable<string>): void {
  const known = places.get(space) ?? new Set();
  for (const subject of subjects) known.add(subject);
  places.set(space, known);
}

/** Has the conflicts over some addresses brought in line with who holds them when the change is complete. */
export function recheckAddressConflicts(change: Change, space: number, keys: readonly AddressKey[]): void {
  if (keys.length > 0) note(contested.of(change).addresses, space, keys);
}

/** Updates the names of holders in the conflicts over some addresses when the change is complete. Their holders stay the same. */
export function renameHolders(change: Change, space: number, keys: readonly AddressKey[], deviceIds: readonly string[]): void {
  if (keys.length === 0) return;
  const { renamed, devices } = contested.of(change);
  note(renamed, space, keys);
  for (const id of deviceIds) devices.add(id);
}

/** Has the conflicts over some subnets brought in line with the networks that are there when the change is complete. */
export function recheckSubnetConflicts(change: Change, places: readonly { readonly space: number; readonly cidr_key: string }[]): void {
  for (const { space, cidr_key: key } of places) note(contested.of(change).subnets, space, [key]);
}

/** The same for what is contested inside a network, after it changed the name or subnet by which conflicts name it. */
export async function recheckConflictsInside(
  change: Change,
  { space, first_key: first, last_key: last }: { readonly space: number; readonly first_key: string; readonly last_key: string },
): Promise<void> {
  const open = await change.all<{ subject: string }>(
    "select subject from conflict where type = 'duplicate_ip' and space = ? and subject >= ? and subject <= ? and status <> 'resolved'",
    [space, first, last],
  );
  recheckAddressConflicts(
    change,
    space,
    open.map(({ subject }) => subject),
  );
}

/** Does at once what otherwise happens before the commit. */
export async function reconcileConflicts(change: Change): Promise<void> {
  const { addresses, subnets, renamed, devices } = contested.of(change);
  const names = await namesOf(change, devices);
  for (const [space, all] of renamed) {
    const others = [...all].filter((key) => addresses.get(space)?.has(key) !== true);
    for await (const keys of slicesByHolders(change, ADDRESS_KEYS, space, others))
      note(addresses, space, await nameHolders(change, space, keys, names));
  }
  for (const [space, all] of addresses)
    for await (const keys of slicesByHolders(change, ADDRESS_KEYS, space, all))
      await reconcile(change, "duplicate_ip", space, keys, await duplicateAddresses(change, space, keys));
  for (const [space, all] of subnets)
    for await (const keys of slicesByHolders(change, SUBNET_KEYS, space, all))
      await reconcile(change, "overlapping_subnet", space, keys, await duplicateSubnets(change, space, keys));
  for (const places of [addresses, subnets, renamed, devices]) places.clear();
}

async function namesOf(change: Change, deviceIds: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  if (deviceIds.size === 0) return new Map();
  const rows = await change.all<{ id: string; name: string }>("select id, name from device where id = any(?)", [[...deviceIds]]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Writes new names of devices into the conflicts over some addresses: an address may have thousands of holders.
 * @returns addresses without an open conflict
 */
async function nameHolders(
  change: Change,
  space: number,
  keys: readonly AddressKey[],
  names: ReadonlyMap<string, string>,
): Promise<readonly AddressKey[]> {
  const open = await openConflicts(change, "duplicate_ip", space, keys);
  for (const row of open.values()) {
    const before = recordOf(row);
    const called = before.device_ids.map((id, index) => names.get(id) ?? before.device_names[index] ?? "");
    const description = addressText(before.ip_address, called, before.allocation_ids.length);
    const record: Conflict = { ...before, description, device_names: called };
    if (conflictDocuments.write(record) !== row.doc) await writeConflict(change, record);
  }
  return keys.filter((key) => !open.has(key));
}

/** The conflicts over some subjects of a space that are not resolved, by subject. */
async function openConflicts(
  change: Change,
  type: ConflictType,
  space: number,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, ConflictRow>> {
  const rows = await change.all<ConflictRow>(
    "select * from conflict where type = ? and space = ? and subject = any(?) and status <> 'resolved'",
    [type, space, subjects],
  );
  return new Map(rows.map((row) => [row.subject, row]));
}

/**
 * Does at once what otherwise happens before the commit, for one address. What is contested elsewhere waits for the end of the change: a
 * plan may open there with one step what it closes with the next.
 */
export async function reconcileConflictsAt(change: Change, space: number, key: AddressKey): Promise<void> {
  const { addresses, renamed } = contested.of(change);
  for (const places of [addresses, renamed]) places.get(space)?.delete(key);
  await reconcile(change, "duplicate_ip", space, [key], await duplicateAddresses(change, space, [key]));
}

async function reconcile(
  change: Change,
  type: ConflictType,
  space: number,
  subjects: readonly string[],
  causes: ReadonlyMap<string, Cause>,
): Promise<void> {
  const open = await openConflicts(change, type, space, subjects);
  for (const [subject, cause] of causes) {
    const row = open.get(subject);
    if (row === undefined) await openConflict(change, type, space, subject, cause);
    else {
      // A device that joins a conflict is no new conflict; one that is ignored stays so.
      const record = { ...recordOf(row), ...cause };
      if (conflictDocuments.write(record) !== row.doc) await writeConflict(change, record);
    }
  }
  for (const [subject, row] of open) if (!causes.has(subject)) await closeConflict(change, recordOf(row));
}

async function openConflict(change: Change, type: ConflictType, space: number, subject: string, cause: Cause): Promise<void> {
  const record: Conflict = {
    id: change.newId(),
    type,
    status: "active",
    ...cause,
    detected_at: change.now,
    resolved_at: null,
    resolved_by: "",
    notes: "",
  };
  const row: ConflictRow = {
    id: record.id,
    type,
    status: record.status,
    space,
    subject,
    detected_at: record.detected_at,
    doc: conflictDocuments.write(record),
  };
  await insertRow(change, conflictTable, row);
  change.emit(conflictDetected, record.id, record);
}

/** Opens a conflict over what a scan saw at an address, or tells the one that is open what was seen now. */
export async function mismatchFound(change: Change, space: number, key: AddressKey, cause: Cause): Promise<void> {
  const row = await change.get<ConflictRow>(
    "select * from conflict where type = 'discovery_mismatch' and space = ? and subject = ? and status <> 'resolved'",
    [space, key],
  );
  if (row === undefined) await openConflict(change, "discovery_mismatch", space, key, cause);
  else await writeConflict(change, { ...recordOf(row), ...cause });
}

/** Ends a conflict in the name of the caller. */
export async function closeConflict(change: Change, record: Conflict): Promise<void> {
  const closed: Conflict = { ...record, status: "resolved", resolved_at: change.now, resolved_by: change.call.principal.username };
  await writeConflict(change, closed);
  change.emit(conflictResolved, closed.id, closed);
}

/** Writes a conflict that is there. */
export async function writeConflict(change: Change, record: Conflict): Promise<void> {
  await change.run("update conflict set status = ?, doc = ? where id = ?", [record.status, conflictDocuments.write(record), record.id]);
  change.touch("conflict", [record.id]);
}
