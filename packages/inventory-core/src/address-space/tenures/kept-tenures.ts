import type { AddressKey } from "../../address/address-key.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import { ChangeState } from "../../contract/storage/change-state.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { TouchedAddresses } from "../touched-addresses.ts";
import { settleTenures } from "./held-addresses.ts";
import { tenureTable } from "./tenure.entity.ts";

/** Changes that have begun tenures, which may end in them. */
const begun = new ChangeState(() => true);

/** Keeps who held which address when, in the transaction of the change that gives or takes it. */
const touched = new TouchedAddresses({
  slice: async (change, space, keys, deviceIds) => {
    const { userId, username } = change.call.principal;
    const changeId = change.idOf(change.call);
    await settleTenures(change, space, keys, { now: change.now, changeId, userId, username }, deviceIds);
    if (begun.seen(change) === true) await dropMomentary(change, space, keys, changeId);
  },
  done: (change) => void begun.of(change),
});

/**
 * Has the tenures of addresses brought in line with who holds them when the change is complete, or now where it has touched very many.
 * @param deviceIds the devices that may hold them otherwise than before; undefined where they are not known
 */
export async function followHolders(
  change: Change,
  space: number,
  keys: readonly AddressKey[],
  deviceIds?: readonly string[],
): Promise<void> {
  await touched.follow(change, space, keys, deviceIds);
}

/** What a change gave and took again, nobody has held. */
async function dropMomentary(change: Change, space: number, keys: readonly AddressKey[], changeId: string): Promise<void> {
  await change.exec("delete from address_tenure where space = ? and ip_key = any(?) and to_at = from_at and change_id = ?", [
    space,
    keys,
    changeId,
  ]);
}

/**
 * When tenures of some addresses have ended, of those that ended no earlier than now: the clocks of hosts differ, locks are waited for, and
 * changes may come in one millisecond.
 */
export async function laterEnds(
  queries: Queries,
  space: number,
  keys: readonly AddressKey[],
  now: string,
): Promise<ReadonlyMap<AddressKey, string>> {
  const rows = await queries.all<{ ip_key: AddressKey; ended_at: string }>(
    "select ip_key, max(to_at) as ended_at from address_tenure where space = ? and ip_key = any(?) and to_at >= ? group by ip_key",
    [space, keys, now],
  );
  return new Map(rows.map(({ ip_key: key, ended_at: end }) => [key, end]));
}

/** An address that a new device holds. */
interface Taken {
  readonly space: number;
  readonly key: AddressKey;
  readonly mac: string;
}

/** A device that is new, with the call that asked for it. */
interface Taker {
  readonly device: { readonly id: string; readonly name: string };
  readonly placed: readonly Taken[];
  readonly call: CallContext;
}

/**
 * Begins the tenures of new devices, in one statement for many.
 * @param endedAt {@link laterEnds} of an address
 */
export async function beginTenures(
  change: Change,
  takers: readonly Taker[],
  endedAt: (space: number, key: AddressKey) => string | undefined,
): Promise<void> {
  const begin = takers.flatMap(({ device, placed, call }) =>
    holdings(placed).map(({ space, key, mac }) => ({ space, key, mac, device, call, ended: endedAt(space, key) })),
  );
  if (begin.length === 0) return;
  begun.of(change);
  await dropEmpty(
    change,
    begin.filter(({ ended }) => ended !== undefined),
  );
  await change.insert(
    "address_tenure",
    tenureTable.columns,
    begin.map(({ space, key, mac, device, call, ended = change.now }) => {
      const { userId, username } = call.principal;
      return [space, key, ended, device.id, device.name, mac, null, change.idOf(call), userId, username];
    }),
  );
}

interface Beginning {
  readonly space: number;
  readonly key: AddressKey;
  readonly device: { readonly id: string };
}

/** Tenures that have lasted no time, of devices that come back under their ids: theirs begin anew at the same instant. */
async function dropEmpty(change: Change, begin: readonly Beginning[]): Promise<void> {
  for (const [space, some] of Map.groupBy(begin, (one) => one.space)) {
    await change.exec("delete from address_tenure where space = ? and ip_key = any(?) and to_at = from_at and device_id = any(?)", [
      space,
      [...new Set(some.map(({ key }) => key))],
      [...new Set(some.map(({ device }) => device.id))],
    ]);
  }
}

/** A device may hold an address several times, at several ports: then it has the greatest of their hardware addresses. */
function holdings(placed: readonly Taken[]): readonly Taken[] {
  if (placed.length < 2) return placed;
  const byPlace = new Map<string, Taken>();
  for (const one of placed) {
    const place = `${one.space}/${one.key}`;
    const known = byPlace.get(place);
    if (known === undefined || known.mac < one.mac) byPlace.set(place, one);
  }
  return [...byPlace.values()];
}
