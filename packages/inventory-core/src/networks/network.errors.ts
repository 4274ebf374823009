import { defineErrors, errorOf } from "../contract/errors/error.ts";
import { missing } from "../contract/errors/missing.ts";

export const networkErrors = defineErrors({
  NETWORK_NOT_FOUND: errorOf("not-found", "the network does not exist", (d: { id: string }) => missing("network", d.id)),
});
