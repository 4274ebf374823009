import { defineErrors, errorOf } from "../contract/errors/error.ts";
import { missing } from "../contract/errors/missing.ts";

export const datacenterErrors = defineErrors({
  DATACENTER_NOT_FOUND: errorOf("not-found", "the datacenter does not exist", (d: { id: string }) => missing("datacenter", d.id)),
});
