import { defineErrors, errorOf } from "../contract/error.ts";

export const datacenterErrors = defineErrors({
  DATACENTER_NOT_FOUND: errorOf("not-found", "there is no datacenter with this id", (d: { id: string }) => `datacenter ${d.id} not found`),
});
