import { isEngineError } from "../../contract/errors/error.ts";
import { Draft, Problems } from "../../contract/errors/validation.ts";
import type { Relationship, RelationshipCreate } from "../../relationships/relationship.ts";
import type { RelationshipService } from "../../relationships/relationship-service.ts";
import type { Undoing } from "../undoing.ts";

/** Relationships that were made; those of devices that go, too, go with them. */
export async function removeRelationships(undoing: Undoing, relationships: RelationshipService): Promise<void> {
  const going = new Set(await undoing.created("device"));
  for (const id of await undoing.created("relationship")) {
    const [parent, child, type] = id.split("/") as [string, string, string];
    if (!going.has(parent) && !going.has(child)) await relationships.delete(parent, child, type, undoing.call);
  }
}

/** Creates deleted relationships again, where both devices exist and no rule refuses them by now. */
export async function returnRelationships(undoing: Undoing, relationships: RelationshipService): Promise<void> {
  const { change } = undoing;
  for await (const was of undoing.deleted("relationship")) {
    const { parent_id: parent, child_id: child, type, created_at: createdAt } = was as unknown as Relationship;
    const devices = await change.all<{ id: string; name: string }>("select id, name from device where id = any(?)", [[parent, child]]);
    const names = new Map(devices.map(({ id, name }) => [id, name]));
    const what = `the relationship ${type} of ${names.get(parent) ?? parent} and ${names.get(child) ?? child}`;
    if (devices.length < 2) {
      undoing.warn(`${what} does not come back: a device of it is deleted`);
      continue;
    }
    try {
      const draft = new Draft<RelationshipCreate>({ child_id: child, type }, new Problems());
      await relationships.createWithin(change, parent, draft, createdAt);
    } catch (error) {
      // It is asked before anything is written.
      if (!isEngineError(error) || !["invalid", "conflict"].includes(error.kind)) throw error;
      undoing.warn(`${what} does not come back: ${error.message}`);
    }
  }
}
