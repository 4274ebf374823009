import { defineErrors, errorOf } from "../contract/error.ts";
import { missing } from "../contract/missing.ts";

export const datacenterErrors = defineErrors({
  DATACENTER_NOT_FOUND: errorOf("not-found", "there is no datacenter with this id", (d: { id: string }) => missing("datacenter", d.id)),
});
