import { defineErrors, errorOf } from "../contract/errors/error.ts";
import { missing } from "../contract/errors/missing.ts";

export const networkErrors = defineErrors({
  NETWORK_NOT_FOUND: errorOf("not-found", "there is no network with this id", (d: { id: string }) => missing("network", d.id)),
});
