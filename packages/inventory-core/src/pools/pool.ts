import { z } from "zod";
import { IpText } from "../address-space/ip-field.ts";
import { Id, Name, optionalText, patchOf, TagFilter, Tags, Timestamp } from "../contract/operations/fields.ts";
import { OwnFieldsInput } from "../fields/own-fields.ts";
import { SkippedAddresses } from "./passed-addresses.ts";
import { OwnFilterParameter } from "../fields/own-filter.ts";
import { recordFields } from "../contract/operations/record-fields.ts";
import { refersTo } from "../contract/operations/reference.ts";
import type { Fields } from "../contract/errors/validation.ts";
import type { NextIp as NextIpRecord, Pool as PoolRecord } from "../contract/generated/api.ts";

/** Longest quarantine: one year. */
const MAX_QUARANTINE_SECONDS = 31_536_000;

const seconds = `must be a whole number of seconds from 0 to ${MAX_QUARANTINE_SECONDS}`;

/** What a caller sends to create a pool in a network. */
export const PoolCreate = z.object({
  name: Name,
  start_ip: IpText,
  end_ip: IpText,
  description: optionalText(4096, "Free text"),
  tags: Tags,
  quarantine_seconds: z
    .number({ error: seconds })
    .int({ error: seconds })
    .min(0, { error: seconds })
    .max(MAX_QUARANTINE_SECONDS, { error: seconds })
    .meta({ description: "Seconds for which an address that was let go is not handed out again; 0 is at once" })
    .default(0),
  fields: OwnFieldsInput,
});

const NETWORK_ID = {
  network_id: z
    .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
    .min(1, { error: "is required" })
    .meta({ description: "Id of the network", ...refersTo("network") }),
};

/** The natural key of a pool. */
export const PoolKey = z.object({ ...NETWORK_ID, ...PoolCreate.pick({ name: true }).shape });

/** What a caller gives to create a pool by its natural key. */
export const PoolEnsure = z.object({ ...NETWORK_ID, ...PoolCreate.shape });

/** The fields of a pool that change: only those that are sent. */
export const PoolPatch = patchOf(PoolCreate);

/** What a caller sends to change a pool: only the keys that change. */
export const PoolUpdate = patchOf(
  PoolCreate.extend({
    release_outside: z
      .boolean({ error: "must be true or false" })
      .meta({ description: "Release the allocations that a smaller range leaves outside, in place of refusing it; false unless given" }),
  }),
);

/** A pool: a range of a network's addresses from which addresses are handed out. */
export const Pool = z
  .object({
    id: Id,
    network_id: Id.meta(refersTo("network")),
    ...recordFields(PoolCreate),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Pool", description: "A range of a network's addresses from which addresses are handed out" });

export const PoolFilter = z.object({ tags: TagFilter, field: OwnFilterParameter });

/** The lowest free address. */
export const NextIp = z
  .object({ ip: z.string().meta({ description: "The address" }), skipped: SkippedAddresses.optional() })
  .meta({ id: "NextIp", description: "The lowest free address; it is not reserved" });

export type NextIp = NextIpRecord;
export type Pool = PoolRecord;
export type PoolCreate = Fields<typeof PoolCreate>;
export type PoolKey = z.output<typeof PoolKey>;
export type PoolEnsure = Fields<typeof PoolEnsure>;
export type PoolUpdate = Fields<typeof PoolUpdate>;
/** Which pools a list shows. */
export type PoolFilter = z.output<typeof PoolFilter>;
