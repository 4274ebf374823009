import { Draft, Problems } from "../../contract/errors/validation.ts";
import { DatacenterCreate, type DatacenterUpdate } from "../../datacenters/datacenter.ts";
import type { DatacenterService } from "../../datacenters/datacenter-service.ts";
import { givenOf } from "../given-of.ts";
import { describe, type Image, type Undoing } from "../undoing.ts";

/** Restores deleted and changed datacenters. Their networks and devices come later. */
export async function undoDatacenters(undoing: Undoing, datacenters: DatacenterService): Promise<void> {
  const { change, own } = undoing;
  const warn = (sentence: string): void => undoing.warn(sentence);
  for await (const was of undoing.deleted("datacenter")) {
    const what = describe("datacenter", was);
    const spaceId = await undoing.namedRecord(what, "space_id", was["space_id"], "space");
    const { fields: _, ...given } = givenOf(DatacenterCreate, { ...was, space_id: spaceId });
    const returning = { created_at: was["created_at"] as string, fields: await own.all("datacenter", was["fields"], what, warn) };
    await undoing.attempt(
      what,
      async () => await datacenters.createWithin(change, new Draft<DatacenterCreate>(given, new Problems()), was.id, returning),
    );
  }
  for await (const changed of undoing.changed("datacenter")) {
    const what = describe("datacenter", changed.now);
    const back = undoing.fieldsBack("datacenter", changed);
    if ("space_id" in back) back["space_id"] = await undoing.namedRecord(what, "space_id", back["space_id"], "space");
    await undoing.ownBack("datacenter", changed, back);
    if (Object.keys(back).length === 0) continue;
    await undoing.attempt(
      what,
      async () => await datacenters.updateWithin(change, changed.id, new Draft<DatacenterUpdate>(back, new Problems())),
    );
  }
  await undoing.nextPart();
}

/** Deletes the datacenters that the change created. */
export async function removeDatacenters(undoing: Undoing, datacenters: DatacenterService): Promise<void> {
  const { call } = undoing;
  for (const id of await undoing.created("datacenter"))
    await undoing.attempt(describe("datacenter", undoing.now("datacenter", id) as Image), async () => await datacenters.delete(id, call));
  await undoing.nextPart();
}
