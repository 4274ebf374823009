import { z } from "zod";
import { IpText } from "../../address-space/ip-field.ts";
import { Id, orNone, text, Timestamp } from "../../contract/operations/fields.ts";
import { AddressWarning, EVIDENCE, SkippedAddresses } from "../passed-addresses.ts";
import { refersTo } from "../../contract/operations/reference.ts";
import type { Fields } from "../../contract/errors/validation.ts";
import type { Allocation as AllocationRecord, AllocationResult as AllocationResultRecord } from "../../contract/generated/api.ts";

/** Most addresses that one request allocates. */
export const MAX_ALLOCATIONS = 4096;

/** Longest time to live: ten years. */
const MAX_TTL_SECONDS = 315_360_000;

const whole = (max: number) =>
  z
    .number({ error: "must be a number" })
    .int({ error: "must be a whole number" })
    .min(1, { error: `must be between 1 and ${max}` })
    .max(max, { error: `must be between 1 and ${max}` });

/** A request for addresses. */
export const AllocationRequest = z.object({
  count: whole(MAX_ALLOCATIONS)
    .nullable()
    .optional()
    .transform((value) => value ?? 1)
    .meta({ description: "How many addresses, all or none; 1 unless given" }),
  ip: IpText.nullable()
    .optional()
    .transform((value) => value ?? null)
    .meta({ description: "Exactly this address of the pool; the lowest free ones unless given" }),
  ttl_seconds: whole(MAX_TTL_SECONDS)
    .nullable()
    .optional()
    .transform((value) => value ?? null)
    .meta({ description: "Seconds until the addresses return by themselves; never unless given" }),
  key: text(255, "key")
    .nullable()
    .optional()
    .transform((value) => (value === "" || value === undefined ? null : value))
    .meta({ description: "Request key: the same key gives the same addresses again" }),
  note: orNone(text(1024, "note").meta({ maxLength: 1024 }), { description: "Purpose" }),
  evidence: EVIDENCE.nullable()
    .optional()
    .transform((value) => value ?? null)
    .meta({ description: "ignore: addresses where a host answered lately are taken all the same. The query may say it, too" }),
});

export const ALLOCATION_STATUSES = ["held", "confirmed"] as const;

/** An address that was handed out: `held` until a device holds it, then `confirmed`. */
export const Allocation = z
  .object({
    id: Id,
    pool_id: Id.meta(refersTo("pool")),
    ip: z.string().meta({ description: "The IPv4 or IPv6 address" }),
    status: z.enum(ALLOCATION_STATUSES).meta({ description: "held: no device holds it yet; confirmed: a device does" }),
    key: z.string().nullable().meta({ description: "Request key it was asked for with" }),
    note: z.string().meta({ description: "Purpose" }),
    device_id: z
      .string()
      .nullable()
      .meta({ description: "Device that holds the address, once confirmed", ...refersTo("device") }),
    created_at: Timestamp,
    expires_at: Timestamp.nullable().meta({ description: "When it returns by itself; null for never" }),
  })
  .meta({ id: "Allocation", description: "An address handed out from a pool" });

/** What a request key was used for: a pool or a network. */
export const AllocationKeyQuery = z.object({
  pool_id: text(255)
    .optional()
    .meta({ description: "Id of the pool that the key was used for", ...refersTo("pool") }),
  network_id: text(255)
    .optional()
    .meta({ description: "Id of the network that the key was used for, in place of pool_id", ...refersTo("network") }),
  vlan_group_id: text(255)
    .optional()
    .meta({ description: "Id of the VLAN group that the key was used for, in place of pool_id", ...refersTo("vlan_group") }),
});

/** The answer to a request for addresses. */
export const AllocationResult = z
  .object({
    allocations: z.array(Allocation).meta({ description: "The addresses, in order" }),
    skipped: SkippedAddresses.optional(),
    warnings: z
      .array(AddressWarning)
      .optional()
      .meta({ description: "What speaks against the address that was named; present only where something does" }),
  })
  .meta({ id: "AllocationResult", description: "Addresses that a request was given, all at once" });

export type Allocation = AllocationRecord;
export type AllocationRequest = Fields<typeof AllocationRequest>;
export type AllocationResult = AllocationResultRecord;
export type AllocationKeyQuery = z.output<typeof AllocationKeyQuery>;
