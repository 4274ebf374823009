import { defineErrors, errorOf } from "../contract/errors/error.ts";
import { missing } from "../contract/errors/missing.ts";

export const deviceErrors = defineErrors({
  DEVICE_NOT_FOUND: errorOf("not-found", "the device does not exist", (d: { id: string }) => missing("device", d.id)),
});
