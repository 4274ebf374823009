import {
  Id,
  listOf,
  orNone,
  NeighboursHeard,
  Observation,
  HostDone,
  ScanStatus,
  ScanType,
  ScanWarning,
  text,
} from "@cadastre/inventory-core";
import { z } from "zod";
import { AssignedLeaseSource } from "./lease-work.ts";
import { MAX_PORTS, MAX_REPORTS, MAX_SERVICES, MAX_WAIT_SECONDS } from "./limits.ts";

/** Scans that a process runs at once, at most. */
const MAX_RUNNING = 8;
/** Addresses of a machine. */
const MAX_ADDRESSES = 256;
const MAX_SCANNERS = 32;
/** Batches of one claim: a scan has at most 65,536 hosts. */
const MAX_NUMBER = 1_000_000;

const line = (max: number, what: string) =>
  text(max, what).regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, { error: "must be one line of printable characters" });

const Instance = line(64, "an instance").min(8, { error: "must have at least 8 characters" }).meta({
  description: "Identifier of the process, which it keeps when it starts again on the same machine",
});

const Lease = text(64, "a lease").meta({ description: "What the process was given with the scan: proof that it runs it" });

const Held = z
  .object({ scan_id: text(64, "an id").meta({ description: "Id of the scan" }), lease: Lease })
  .meta({ id: "HeldScan", description: "A scan that a process of an agent runs" });

/** What a process of an agent says when it asks for work. */
export const WorkRequest = z.object({
  instance: Instance,
  version: orNone(line(64, "a version").meta({ maxLength: 64 }), { description: "Version of the agent" }),
  scanners: listOf(line(64, "an id of a scanner"), MAX_SCANNERS, "Ids of the scanners that work there"),
  addresses: listOf(text(64, "an address"), MAX_ADDRESSES, "Addresses of the machine itself, which are not scanned"),
  running: listOf(Held, MAX_RUNNING, "Scans that the process runs: it is told which of them to stop"),
  wants: z.boolean({ error: "must be true or false" }).default(true).meta({ description: "Whether it takes another scan" }),
  reads_leases: z
    .boolean({ error: "must be true or false" })
    .default(false)
    .meta({ description: "Whether it takes a lease source to read" }),
  wait_seconds: z
    .int({ error: "must be a whole number" })
    .min(0, { error: "must not be negative" })
    .max(MAX_WAIT_SECONDS, { error: `must be at most ${MAX_WAIT_SECONDS}` })
    .default(MAX_WAIT_SECONDS)
    .meta({ description: "Seconds that the answer may wait for work" }),
});

const Limits = z
  .object({
    probes_per_second: z.int().meta({ description: "Probes a second, of all hosts together" }),
    connections: z.int().meta({ description: "Connections that are being opened at the same time" }),
    connections_per_host: z.int().meta({ description: "The same at one host" }),
    host_budget_ms: z.int().meta({ description: "Milliseconds that one host may take at most" }),
  })
  .meta({ id: "AgentScanLimits", description: "What a scan may send" });

const Witness = z
  .object({
    scanner: z.string().meta({ description: "Id of the scanner that reads it" }),
    reads: z
      .record(z.string(), z.unknown())
      .meta({ description: "What it reads, in words of its plugin, with what it signs in with: secret, and kept in memory only" }),
  })
  .meta({ id: "AgentScanWitness", description: "What is read beside the hosts of a scan, such as tables of switches and routers" });

/** A scan that an agent is to run. */
export const AssignedScan = z
  .object({
    id: Id,
    lease: z.string().meta({ description: "Proof that this process runs it, for every report" }),
    network_id: Id,
    subnet: z.string().meta({ description: "Subnet that is looked at" }),
    scan_type: ScanType,
    targets: z.array(z.string()).meta({
      description: "Addresses that are still to be probed: addresses, and ranges first-last",
      examples: [["10.0.0.1-10.0.0.9", "10.0.0.12"]],
    }),
    ports: z.array(z.int()).meta({ description: "TCP ports to look at; empty leaves them to the scanner" }),
    limits: Limits,
    witnesses: z.array(Witness).meta({ description: "What the agent's witnesses read, for those that it has" }),
  })
  .meta({ id: "AssignedScan", description: "A scan that an agent is to run" });

/** What a process of an agent is told. */
export const WorkAnswer = z
  .object({
    scan: AssignedScan.nullable().meta({ description: "A scan to run; null when there is none" }),
    lease_source: AssignedLeaseSource.nullable().meta({ description: "A lease source to read; null when none is due" }),
    stop: z.array(z.string()).meta({ description: "Ids of scans to stop at once: cancelled, over, or run by another process" }),
    server_version: z.string().meta({ description: "Version of the server, so that an older agent can say that it is to be updated" }),
  })
  .meta({ id: "AgentWork", description: "What an agent is to do" });

// Ports that are only compared stay with the agent, which compares them.
const SentObservation = Observation.omit({ acceptedPorts: true })
  .extend({
    openPorts: Observation.shape.openPorts.unwrap().unwrap().max(MAX_PORTS).optional().meta({ description: "TCP ports that are open" }),
    services: Observation.shape.services
      .unwrap()
      .unwrap()
      .max(MAX_SERVICES)
      .optional()
      .meta({ description: "Services that were recognised" }),
  })
  .meta({ id: "ScanObservation", description: "Something that was seen of one host" });

/** A report of a scanner, as it is sent. */
export const SentReport = z.discriminatedUnion("kind", [SentObservation, HostDone, NeighboursHeard, ScanWarning]).meta({
  id: "AgentScanReport",
  description: "What a scanner tells: something that was seen, a host that is done, devices that hear each other, or a warning",
});

/** A batch of reports. */
export const ReportRequest = z.object({
  lease: Lease,
  number: z
    .int({ error: "must be a whole number" })
    .min(1, { error: "must be at least 1" })
    .max(MAX_NUMBER, { error: `must be at most ${MAX_NUMBER}` })
    .meta({ description: "Number of the batch, from 1 on: one that is sent again is taken once" }),
  scanner: line(64, "an id of a scanner").meta({ description: "Id of the scanner that runs it" }),
  reports: z
    .array(SentReport, { error: "must be a list" })
    .max(MAX_REPORTS, { error: `must hold at most ${MAX_REPORTS} reports` })
    .default([])
    .meta({ description: "All that was seen of some hosts: those of one host are in one batch, so that batches may come in any order" }),
});

/** How a process ends a scan. */
export const EndRequest = z.object({
  lease: Lease,
  outcome: z
    .enum(["completed", "failed", "released"], { error: "must be completed, failed or released" })
    .meta({ description: "released: this process stops, another one of the agent may go on" }),
  batches: z
    .int({ error: "must be a whole number" })
    .min(0, { error: "must not be negative" })
    .max(MAX_NUMBER, { error: `must be at most ${MAX_NUMBER}` })
    .default(0)
    .meta({ description: "How many batches were sent, for completed" }),
  reason: orNone(line(500, "a reason").meta({ maxLength: 500 }), { description: "Why it failed" }),
});

/** How a scan stands. */
export const ReportAnswer = z
  .object({
    status: ScanStatus,
    missing: z
      .array(z.int())
      .meta({ description: "Numbers of batches that have not come, when the scan was said to be complete: send them" }),
  })
  .meta({ id: "AgentReportAnswer", description: "How a scan stands after a report: the agent stops when it is over" });

export type WorkRequest = z.output<typeof WorkRequest>;
export type WorkAnswer = z.output<typeof WorkAnswer>;
export type AssignedScan = z.output<typeof AssignedScan>;
export type ReportRequest = z.output<typeof ReportRequest>;
export type EndRequest = z.output<typeof EndRequest>;
export type ReportAnswer = z.output<typeof ReportAnswer>;
