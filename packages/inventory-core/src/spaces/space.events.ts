import { CHANGES } from "../contract/storage/changed-fields.ts";
import { defineEvent } from "../contract/storage/event.ts";
import { Space } from "./space.ts";

export const spaceCreated = defineEvent("space.created", "An address space was created", Space);
export const spaceUpdated = defineEvent(
  "space.updated",
  "Properties of an address space changed",
  Space.extend(CHANGES).meta({
    id: "SpaceUpdatedData",
    description: "An address space after a change, with the names of the fields that changed",
  }),
);
export const spaceDeleted = defineEvent("space.deleted", "An address space was removed; data is the space as it was", Space);

export const spaceEvents = [spaceCreated, spaceUpdated, spaceDeleted] as const;
