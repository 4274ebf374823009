import { draftOrRefusal, type Draft } from "../contract/errors/validation.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { Outcome } from "../contract/storage/outcome.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { OwnFields } from "../fields/own-fields.ts";
import { acceptedDevices, checkDevices, NEW_DEVICE, withoutTaken } from "./check-devices.ts";
import { type Device, DeviceCreate } from "./device.ts";
import type { PlacedAddress } from "./device-rows.ts";
import { createDevices, documented, type NewDevice } from "./device-writer.ts";

/** A device that is asked for, and by whom. */
export interface Creation {
  readonly draft: Draft<DeviceCreate>;
  readonly call: CallContext;
  /** Its id, where that was told before; a new one unless given. */
  readonly id?: string;
  /** Ids that its addresses may bring along: no address has them. */
  readonly addressIds?: ReadonlySet<string> | undefined;
}

/** Creates the valid ones of some devices. */
export async function createValid(change: Change, creations: readonly Creation[]): Promise<Outcome<Device>[]> {
  await change.lock({ on: "topology", mode: "shared" });
  const {
    addresses: placed,
    containing,
    own: fields,
  } = await checkDevices(
    change,
    creations.map(({ draft, addressIds = NEW_DEVICE.ownIds }) => ({ draft, context: { ...NEW_DEVICE, ownIds: addressIds } })),
    () => change.newId(),
  );
  const created: (NewDevice & { readonly index: number })[] = [];
  const outcomes = creations.map(({ draft, call, id = change.newId() }, index): Outcome<Device> => {
    try {
      const own = placed[index] as PlacedAddress[];
      const device = documented({
        id,
        ...draft.valid(),
        addresses: own,
        fields: fields[index] as OwnFields,
        created_at: change.now,
        updated_at: change.now,
      });
      created.push({ device, placed: own, call, index });
      return { result: device };
    } catch (error) {
      return { error };
    }
  });
  const free = await acceptedDevices(change, await withoutTaken(change, created, outcomes), outcomes);
  if (free.length > 0) await createDevices(change, free, containing);
  return outcomes;
}

/** The same of bodies as they were sent. @returns of each body why it was refused, or undefined */
export async function createBodies(change: Change, bodies: readonly unknown[], call: CallContext): Promise<unknown[]> {
  const drafts = bodies.map((body) => draftOrRefusal(DeviceCreate, body));
  const outcomes = await createValid(
    change,
    drafts.flatMap((one) => ("draft" in one ? [{ draft: one.draft, call }] : [])),
  );
  return drafts.map((one) => refusalOf("draft" in one ? outcomes.shift() : one));
}

const refusalOf = (outcome: Outcome<unknown> | undefined): unknown =>
  outcome !== undefined && "error" in outcome ? outcome.error : undefined;
