import { COMMON_HOME, homesOfDatacenters } from "../address-space/space-numbers.ts";
import { storedSpace } from "../address-space/space-view.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import { isEngineError } from "../contract/errors/error.ts";
import { type Draft, Problems } from "../contract/errors/validation.ts";
import type { Outcome } from "../contract/storage/outcome.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { checkAgainst, uniqueBreaches } from "../fields/check-own-fields.ts";
import { definitionsOf } from "../fields/definitions.ts";
import type { OwnFields } from "../fields/own-fields.ts";
import { placeAddresses, type Placed, type Placement } from "./addresses/address-placement.ts";
import { AddressInput, type Device, type DeviceCreate, type GivenAddress } from "./device.ts";

/** What a device is before it is checked. */
export interface CheckContext {
  /** Datacenter of the device as it is; what the draft sends goes before it. */
  readonly datacenter_id: string | null;
  /** Ids that its addresses keep. */
  readonly ownIds: ReadonlySet<string>;
  /** Own fields of the device as it is; undefined for a new one, which needs those that are required. */
  readonly fields?: OwnFields;
}

/** @param addressIds ids that new addresses may have */
export const contextOf = (device: Device, addressIds: ReadonlySet<string> = new Set()): CheckContext => ({
  datacenter_id: device.datacenter_id,
  fields: device.fields,
  ownIds: new Set([...addressIds, ...device.addresses.map(({ id }) => id)]),
});

export const NEW_DEVICE: CheckContext = { datacenter_id: null, ownIds: new Set() };

/** A device that is checked. */
export interface Checked {
  readonly draft: Draft<Partial<DeviceCreate>>;
  readonly context: CheckContext;
  /** Addresses that are placed anew when none are sent. */
  readonly stored?: readonly GivenAddress[] | undefined;
}

/** Checks references and own fields, and places addresses; problems go to the drafts. @param newId makes ids for new addresses */
export async function checkDevices(
  queries: Queries,
  all: readonly Checked[],
  newId: () => string,
): Promise<Placed & { readonly own: readonly OwnFields[] }> {
  const definitions = await definitionsOf(queries, "device");
  const own = all.map(({ draft, context }) => checkAgainst(definitions, "device", draft, context.fields));
  const datacenterOf = ({ draft, context }: Checked): string | null =>
    draft.fields.datacenter_id === undefined ? context.datacenter_id : draft.fields.datacenter_id;
  const homes = await homesOfDatacenters(queries, all.map(datacenterOf));
  const placed = await placeAddresses(
    storedSpace(queries),
    all.map((one): Placement => {
      const { draft, context, stored } = one;
      const sent = draft.fields.addresses ?? draft.elements("addresses", AddressInput);
      const home = homes.get(datacenterOf(one));
      if (home === undefined) draft.problems.add("datacenter_id", "names no datacenter");
      return {
        inputs: sent ?? stored ?? [],
        home: home ?? COMMON_HOME,
        ownIds: context.ownIds,
        // Nobody is told off for addresses that were not sent: two of them may have become the same when their networks went.
        problems: sent === undefined ? new Problems() : draft.problems,
      };
    }),
    newId,
  );
  return { ...placed, own };
}

/**
 * Those of some devices whose own fields no other device has where they are unique; of the others the outcome says so.
 * @param beforeOf own fields of a device that is there
 */
export async function withoutTaken<One extends { readonly device: Device; readonly index: number }>(
  change: Change,
  all: readonly One[],
  outcomes: Outcome<Device>[],
  beforeOf: (one: One) => OwnFields | undefined = () => undefined,
): Promise<readonly One[]> {
  const breaches = await uniqueBreaches(
    change,
    "device",
    all.map((one) => ({ id: one.device.id, fields: one.device.fields, before: beforeOf(one) })),
  );
  return all.filter(({ index }, at) => {
    const reason = breaches[at];
    if (reason !== undefined) outcomes[index] = { error: coreErrors.ALREADY_EXISTS({ reason }) };
    return reason === undefined;
  });
}

/** Those of some devices that extensions accept; the outcome of each other one has its error. @throws what an extension throws */
export async function acceptedDevices<One extends { readonly device: Device; readonly index: number }>(
  change: Change,
  all: readonly One[],
  outcomes: Outcome<Device>[],
  beforeOf: (one: One) => Device | undefined = () => undefined,
): Promise<readonly One[]> {
  if (!change.extensions.has("device")) return all;
  const accepted: One[] = [];
  for (const one of all) {
    try {
      await change.extensions.check(change, "device", one.device, beforeOf(one));
      accepted.push(one);
    } catch (error) {
      if (!isEngineError(error)) throw error;
      outcomes[one.index] = { error };
    }
  }
  return accepted;
}
