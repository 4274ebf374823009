import { z } from "zod";
import { bulkName, bulkTarget, TAG_CHANGES } from "../../contract/operations/bulk-change.ts";
import { patchOf } from "../../contract/operations/fields.ts";
import type { Fields } from "../../contract/errors/validation.ts";
import { NetworkCreate, NetworkFilter } from "../network.ts";

/** Fields that many networks may share. Names and subnets are each one's own; tags come and go one by one. */
const NetworkSet = patchOf(NetworkCreate.omit({ name: true, subnet: true, tags: true }), {
  id: bulkName("network", "Set"),
  description: "Fields that many networks may share",
});

const target = bulkTarget("network", NetworkFilter);

/** What a caller sends to delete many networks. */
export const NetworkBulkDelete = z.object(target);

/** What a caller sends to change many networks. */
export const NetworkBulkUpdate = z.object({
  ...target,
  set: NetworkSet.optional().meta({ description: "Fields that the networks get; fields of one's own that are not named stay" }),
  ...TAG_CHANGES,
});

export type NetworkBulkUpdate = Fields<typeof NetworkBulkUpdate>;
export type NetworkBulkDelete = Fields<typeof NetworkBulkDelete>;
