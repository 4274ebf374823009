import { Draft, Problems } from "../../contract/errors/validation.ts";
import { DatacenterCreate, type DatacenterUpdate } from "../../datacenters/datacenter.ts";
import type { DatacenterService } from "../../datacenters/datacenter-service.ts";
import { SpaceCreate, type SpaceUpdate } from "../../spaces/space.ts";
import type { SpaceService } from "../../spaces/space-service.ts";
import { givenOf } from "../given-of.ts";
import { describe, type Image, type Undoing } from "../undoing.ts";

/** Spaces that were deleted or changed, before what is in them. */
export async function undoSpaces(undoing: Undoing, spaces: SpaceService): Promise<void> {
  const { change } = undoing;
  await freeNames(undoing);
  for await (const was of undoing.deleted("space")) {
    const draft = new Draft(givenOf(SpaceCreate, was), new Problems());
    await undoing.attempt(
      describe("space", was),
      async () => await spaces.createWithin(change, draft, was.id, was["created_at"] as string),
    );
  }
  for await (const changed of undoing.changed("space")) {
    const back = undoing.fieldsBack("space", changed);
    if (Object.keys(back).length === 0) continue;
    await undoing.attempt(
      describe("space", changed.now),
      async () => await spaces.updateWithin(change, changed.id, new Draft<SpaceUpdate>(back, new Problems())),
    );
  }
  await undoing.nextPart();
}

/** A name may have gone from one space of the change to another: none of those that lose theirs keeps the others from it. */
async function freeNames(undoing: Undoing): Promise<void> {
  const losing = await undoing.created("space");
  for (const [id, { before, after }] of undoing.past.records.get("space") ?? []) {
    const [was, is, now] = [JSON.parse(before) as Image | null, JSON.parse(after) as Image | null, undoing.now("space", id)];
    if (was !== null && is !== null && was["name"] !== is["name"] && now?.["name"] === is["name"]) losing.push(id);
  }
  if (losing.length > 0) await undoing.change.run("update space set name = id where id = any(?)", [losing]);
}

/** Datacenters that were deleted or changed, before what is in them. */
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

/** Datacenters and spaces that were made go last, when nothing of the change is in them any more. */
export async function removePlaces(undoing: Undoing, datacenters: DatacenterService, spaces: SpaceService): Promise<void> {
  const { call } = undoing;
  for (const id of await undoing.created("datacenter"))
    await undoing.attempt(describe("datacenter", undoing.now("datacenter", id) as Image), async () => await datacenters.delete(id, call));
  await undoing.nextPart();
  for (const id of await undoing.created("space"))
    await undoing.attempt(describe("space", undoing.now("space", id) as Image), async () => await spaces.delete(id, call));
  await undoing.nextPart();
}
