import { z } from "zod";
import type { Fields } from "../contract/errors/validation.ts";
import { text } from "../contract/operations/fields.ts";
import type { OwnFieldsInput } from "../fields/own-fields.ts";
import { Vlan } from "./vlan.ts";
import { VIDS } from "./vlan-group.ts";

/** A field that need not be sent. */
type Optional<Value> = z.ZodType<Value, Value | null | undefined>;

/** The schema of the declaration, for the compiler. */
interface CreateShape {
  readonly vid: z.ZodType<number>;
  readonly group_id: Optional<string>;
  readonly name: Optional<string>;
  readonly status: Optional<"active" | "reserved" | "deprecated">;
  readonly description: Optional<string>;
  readonly tags: Optional<string[]>;
  readonly fields: typeof OwnFieldsInput;
}

/** Most VLANs that one request creates: as many as there are numbers. */
const MAX_VLANS = VIDS.max;

const { vid: _, group_id: __, ...others } = Vlan.schemas.create.shape as unknown as CreateShape;

const whole = (max: number) =>
  z
    .number({ error: "must be a number" })
    .int({ error: "must be a whole number" })
    .min(1, { error: `must be between 1 and ${max}` })
    .max(max, { error: `must be between 1 and ${max}` })
    .nullable()
    .optional();

/** A request for VLANs of a group: a VLAN, but for its group. */
export const VlanRequest = z.object({
  vid: whole(VIDS.max)
    .transform((value) => value ?? null)
    .meta({ description: "The number; the lowest free one of the group by default" }),
  count: whole(MAX_VLANS)
    .transform((value) => value ?? 1)
    .meta({ description: "How many VLANs, all or none; 1 by default" }),
  key: text(255, "key")
    .nullable()
    .optional()
    .transform((value) => (value === "" || value === undefined ? null : value))
    .meta({ description: "Request key: the same key gives the same VLANs again" }),
  ...others,
});

/** The answer to a request for VLANs. */
export const AllocatedVlans = z
  .object({ vlans: z.array(Vlan.schemas.record).meta({ description: "The VLANs, by number" }) })
  .meta({ id: "AllocatedVlans", description: "VLANs that a request was given in a group, all at once" });

/** The answer to a question for a free number. */
export const NextVid = z
  .object({ vid: z.int().meta({ description: "The lowest number of the group that no VLAN has" }) })
  .meta({ id: "NextVid", description: "A free number of a VLAN group; it is not reserved" });

export type VlanRequest = Fields<typeof VlanRequest>;
