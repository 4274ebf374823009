import { z } from "zod";
import { Conflict } from "../conflicts/conflict.ts";
import type { AddressDetails as AddressDetailsRecord, AddressTenure as AddressTenureRecord } from "../contract/generated/api.ts";
import { Id, queryNumber, Timestamp } from "../contract/operations/fields.ts";
import { refersTo } from "../contract/operations/reference.ts";
import { DiscoveredDevice } from "../reconciliation/discovered-device.ts";
import { Allocation } from "../pools/allocations/allocation.ts";
import { Instant } from "./instant.ts";

export const ADDRESS_STATES = ["free", "held", "allocated", "reserved", "quarantined", "seen"] as const;

/** Tenures that an answer has at most. */
const MAX_TENURES = 1000;

/** Tenures that an answer has unless a number is given. */
export const DEFAULT_TENURES = 100;

const AddressPerson = z
  .object({
    user_id: z
      .string()
      .nullable()
      .meta({ description: "Id of the user; null for the program itself", ...refersTo("user") }),
    username: z.string().meta({ description: "Their name, as it was then" }),
  })
  .meta({ id: "AddressPerson", description: "Who gave an address to a device" });

/** From when to when a device held an address, under one name and with one MAC address. */
export const AddressTenure = z
  .object({
    device_id: z.string().meta({ description: "Id of the device, which may be deleted", ...refersTo("device") }),
    device_name: z.string().meta({ description: "Its name at that time" }),
    mac: z.string().meta({ description: "MAC address of the address at that time, or empty" }),
    from: Timestamp.meta({ description: "Since when (ISO 8601 UTC with milliseconds)" }),
    to: Timestamp.nullable().meta({ description: "Until when, this instant excluded; null while it holds the address" }),
    change_id: z
      .string()
      .nullable()
      .meta({ description: "The change that it began with, as the audit log and events have it; null where that was not recorded" }),
    by: AddressPerson.nullable().meta({ description: "Who made that change; null where that was not recorded" }),
  })
  .meta({ id: "AddressTenure", description: "From when to when a device held an address, under one name and with one MAC address" });

const AddressHolder = z
  .object({
    id: z.string().meta({ description: "Id of the device", ...refersTo("device") }),
    name: z.string().meta({ description: "Its name; with `at`, the one at that time" }),
    address_id: z.string().nullable().meta({ description: "Id of the address of the device; null where it does not hold it any more" }),
    mac: z.string().meta({ description: "MAC address of the address, or empty" }),
  })
  .meta({ id: "AddressHolder", description: "A device that holds an address" });

const AddressNetwork = z
  .object({
    id: Id.meta(refersTo("network")),
    name: z.string().meta({ description: "Name of the network" }),
    subnet: z.string().meta({ description: "Its subnet" }),
  })
  .meta({ id: "AddressNetwork", description: "A network that an address lies in" });

const AddressPool = z
  .object({
    id: Id.meta(refersTo("pool")),
    name: z.string().meta({ description: "Name of the pool" }),
    start_ip: z.string().meta({ description: "Its first address" }),
    end_ip: z.string().meta({ description: "Its last address" }),
  })
  .meta({ id: "AddressPool", description: "The pool that an address lies in" });

/** All that is known of an address. */
export const AddressDetails = z
  .object({
    ip: z.string().meta({ description: "The address, in its canonical spelling", examples: ["10.0.0.5"] }),
    space_id: z
      .string()
      .nullable()
      .meta({ description: "Its address space: the id of a space, or of a datacenter for its private one; null for the common one" }),
    state: z.enum(ADDRESS_STATES).meta({
      description:
        "held: a device holds it; allocated: an allocation holds it; reserved: it is never handed out; quarantined: it was let go, and " +
        "is not handed out yet; seen: a scan saw a host there; free: none of these",
    }),
    quarantined_until: Timestamp.nullable().meta({ description: "When its quarantine ends; null while it is in none, and with `at`" }),
    networks: z.array(AddressNetwork).meta({ description: "Networks that it lies in, the smallest first" }),
    pool: AddressPool.nullable().meta({ description: "The pool that it lies in; null for none, and for a caller without pool:read" }),
    devices: z.array(AddressHolder).meta({ description: "Devices that hold it, by name" }),
    allocation: Allocation.nullable().meta({ description: "The allocation that it has, held or confirmed; null for none" }),
    sightings: z.array(DiscoveredDevice).meta({ description: "What scans saw there" }),
    conflicts: z.array(Conflict).meta({ description: "Conflicts over it that are not resolved" }),
    history: z.array(AddressTenure).meta({
      description:
        `Who held it, newest first: the ${DEFAULT_TENURES} newest unless \`limit\` says otherwise; with \`before\`, those that began ` +
        "earlier",
    }),
  })
  .meta({ id: "AddressDetails", description: "All that is known of an address" });

export const AddressQuery = z.object({
  space_id: z
    .string()
    .min(1, { error: "must not be empty" })
    .optional()
    .meta({
      description:
        "The address space: the id of a space, `none` for the common one, or the id of a datacenter for its private one. Unless given, " +
        "the one in which the address is held, allocated, seen or in a pool, else the one with a network around it",
      ...refersTo("space"),
    }),
  at: Instant.optional().meta({
    description: "Tells who held it at this instant (ISO 8601; a date is its beginning in UTC), and what else of today's had begun by then",
    examples: ["2026-03-01"],
  }),
  limit: queryNumber(1, MAX_TENURES, `Most entries of the history, 1–${MAX_TENURES}; ${DEFAULT_TENURES} unless given`),
  before: Instant.optional().meta({
    description: "Only entries of the history that began before this instant: the `from` of the last one of an answer",
  }),
});

export const QuarantineQuery = z.object({
  space_id: z
    .string()
    .min(1, { error: "must not be empty" })
    .optional()
    .meta({
      description:
        "The address space: the id of a space, `none` for the common one, or the id of a datacenter for its private one. Unless given, " +
        "the one in which the address is in quarantine",
      ...refersTo("space"),
    }),
});

export type QuarantineQuery = z.output<typeof QuarantineQuery>;
export type AddressDetails = AddressDetailsRecord;
export type AddressTenure = AddressTenureRecord;
export type AddressQuery = z.output<typeof AddressQuery>;
