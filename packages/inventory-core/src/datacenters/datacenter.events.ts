import { CHANGES } from "../contract/storage/changed-fields.ts";
import { defineEvent } from "../contract/storage/event.ts";
import { Datacenter } from "./datacenter.ts";

export const datacenterCreated = defineEvent("datacenter.created", "A datacenter was created", Datacenter);
export const datacenterUpdated = defineEvent(
  "datacenter.updated",
  "Properties of a datacenter changed",
  Datacenter.extend(CHANGES).meta({
    id: "DatacenterUpdatedData",
    description: "A datacenter after a change, with the names of the fields that changed",
  }),
);
export const datacenterDeleted = defineEvent(
  "datacenter.deleted",
  "A datacenter was removed; data is the datacenter as it was",
  Datacenter,
);

export const datacenterEvents = [datacenterCreated, datacenterUpdated, datacenterDeleted] as const;
