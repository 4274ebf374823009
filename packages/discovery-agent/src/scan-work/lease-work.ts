import { Id, orNone, text, Timestamp } from "@cadastre/inventory-core";
import { z } from "zod";
import { MAX_LEASES_OF_A_BATCH, MAX_LEASES_OF_A_SOURCE } from "./limits.ts";

const MAX_BATCHES = 1000;

const Claim = text(64, "a claim").meta({ description: "What the process was given with the source: proof that it reads it" });

const Address = text(64, "an address").nullable().default(null);

const count = (max: number, description: string) =>
  z
    .int({ error: "must be a whole number" })
    .min(0, { error: "must not be negative" })
    .max(max, { error: `must be at most ${max}` })
    .default(0)
    .meta({ description });

/** A lease source that an agent is to read. */
export const AssignedLeaseSource = z
  .object({
    id: Id,
    claim: z.string().meta({ description: "Proof that this process reads it, for every report" }),
    reads: z
      .record(z.string(), z.unknown())
      .meta({ description: "What it reads, in words of its plugin, with what it signs in with: secret, and kept in memory only" }),
  })
  .meta({ id: "AssignedLeaseSource", description: "A lease source that an agent is to read" });

const SentLease = z
  .object({
    ip: text(64, "an address").meta({ description: "Address that is given away" }),
    mac_address: text(17, "a MAC address")
      .regex(/^(?:|[0-9a-f]{2}(?::[0-9a-f]{2}){5})$/, { error: "must be six octets in lower case joined by colons, or empty" })
      .default("")
      .meta({ maxLength: 17, description: "Hardware address; empty where it is not known" }),
    hostname: text(255, "a host name").default("").meta({ maxLength: 255, description: "Host name that the client gave" }),
    expires_at: Timestamp.nullable().default(null).meta({ description: "When it ends; null for never" }),
  })
  .meta({ id: "AgentLease", description: "A lease in force, as an agent tells it" });

/** All leases of a source between two addresses. */
export const LeaseReport = z.object({
  claim: Claim,
  number: z
    .int({ error: "must be a whole number" })
    .min(1, { error: "must be at least 1" })
    .max(MAX_BATCHES, { error: `must be at most ${MAX_BATCHES}` })
    .meta({ description: "Number of the batch, from 1 on: one that is sent again is taken once" }),
  after: Address.meta({ description: "The last address before this part; null for the first" }),
  up_to: Address.meta({ description: "The last address of this part; null for the last part" }),
  leases: z
    .array(SentLease, { error: "must be a list" })
    .max(MAX_LEASES_OF_A_BATCH, { error: `must hold at most ${MAX_LEASES_OF_A_BATCH} leases` })
    .default([])
    .meta({ description: "All leases of the part: what was known of it before and is not here is over" }),
});

/** How a reading ended. */
export const LeaseEnd = z.object({
  claim: Claim,
  batches: count(MAX_BATCHES, "How many batches were sent"),
  leases: count(MAX_LEASES_OF_A_SOURCE, "Leases in all of them"),
  unread: count(1_000_000_000, "Entries that could not be read"),
  error: orNone(text(500), { description: "Why it could not be read; empty when it was" }),
});

/** How a reading stands. */
export const LeaseAnswer = z
  .object({
    missing: z.array(z.int()).meta({ description: "Numbers of batches that have not come, when the end was told: send them" }),
  })
  .meta({ id: "AgentLeaseAnswer", description: "How the reading of a lease source stands after a report" });

export type LeaseReport = z.output<typeof LeaseReport>;
export type LeaseEnd = z.output<typeof LeaseEnd>;
export type LeaseAnswer = z.output<typeof LeaseAnswer>;
