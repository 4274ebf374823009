import { defineErrors, errorOf } from "../contract/errors/error.ts";
import { missing } from "../contract/errors/missing.ts";

export const spaceErrors = defineErrors({
  SPACE_NOT_FOUND: errorOf("not-found", "the space does not exist", (d: { id: string }) => missing("space", d.id)),
});
