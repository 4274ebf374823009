import { z } from "zod";
import { refersTo } from "../contract/operations/reference.ts";

/** A query parameter that names an address space (`namedSpace` in `space-numbers.ts`). */
export const SpaceParameter = z.string().meta({
  description:
    "Only what is in this address space: the id of a space, `none` for the common one, or the id of a datacenter for its private one",
  ...refersTo("space"),
});
