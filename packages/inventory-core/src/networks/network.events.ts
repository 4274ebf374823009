import { CHANGES } from "../contract/storage/changed-fields.ts";
import { defineEvent } from "../contract/storage/event.ts";
import { Network } from "./network.ts";

export const networkCreated = defineEvent("network.created", "A network was created", Network);
export const networkUpdated = defineEvent(
  "network.updated",
  "Properties of a network changed",
  Network.extend(CHANGES).meta({
    id: "NetworkUpdatedData",
    description: "A network after a change, with the names of the fields that changed",
  }),
);
export const networkDeleted = defineEvent("network.deleted", "A network was removed; data is the network as it was", Network);

export const networkEvents = [networkCreated, networkUpdated, networkDeleted] as const;
