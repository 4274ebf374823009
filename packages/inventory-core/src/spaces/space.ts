import { z } from "zod";
import { asName, Id, Name, optionalText, patchOf, text, Timestamp, orNone } from "../contract/operations/fields.ts";
import { recordFields } from "../contract/operations/record-fields.ts";
import type { Fields } from "../contract/errors/validation.ts";
import type { Space as SpaceRecord } from "../contract/generated/api.ts";

/** What a caller sends to create a space. */
export const SpaceCreate = z.object({
  name: Name,
  rd: orNone(asName(text(64, "route distinguisher")).meta({ maxLength: 64 }), {
    description: "Route distinguisher, as routers have it; any text",
    examples: ["65000:1"],
  }),
  description: optionalText(4096, "Free text"),
});

/** What a caller sends to change a space: only the keys that change. */
export const SpaceUpdate = patchOf(SpaceCreate);

/** An address space (a VRF). */
export const Space = z
  .object({
    id: Id,
    ...recordFields(SpaceCreate),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Space", description: "An address space (a VRF), which datacenters and networks may be in: in it, an address is unique" });

export const SpaceFilter = z.object({
  name: z.string().optional().meta({ description: "Part of the name, any case" }),
});

export type Space = SpaceRecord;
export type SpaceCreate = Fields<typeof SpaceCreate>;
export type SpaceUpdate = Fields<typeof SpaceUpdate>;
/** Which spaces a list shows. */
export type SpaceFilter = z.output<typeof SpaceFilter>;
