import { defineErrors, errorOf } from "../contract/error.ts";
import { missing } from "../contract/missing.ts";

export const networkErrors = defineErrors({
  NETWORK_NOT_FOUND: errorOf("not-found", "there is no network with this id", (d: { id: string }) => missing("network", d.id)),
});
