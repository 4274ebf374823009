import { defineErrors, errorOf } from "../contract/errors/error.ts";
import { missing } from "../contract/errors/missing.ts";

export const fieldErrors = defineErrors({
  FIELD_NOT_FOUND: errorOf("not-found", "the field does not exist", (d: { id: string }) => missing("field", d.id)),
});
