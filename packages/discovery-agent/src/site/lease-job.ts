import type { Logger } from "@cadastre/inventory-core";
import { MAX_LEASES_OF_A_BATCH, MAX_LEASES_OF_A_SOURCE } from "../scan-work/limits.ts";
import type { Outbox } from "./outbox.ts";

/** A lease source as the server gives it. */
export interface GivenSource {
  readonly id: string;
  readonly claim: string;
  /** Secret, and kept nowhere but here. */
  readonly reads: Readonly<Record<string, unknown>>;
}

/** A lease in force, as a reader finds it. */
export interface FoundLease {
  readonly ip: string;
  readonly macAddress: string;
  readonly hostname: string;
  readonly expiresAt: string | null;
}

/**
 * Reads the leases of a source: those in force, in the order of their addresses, and how many entries could not be read.
 * @throws Error with a sentence that shows nothing of files, and no password
 */
export type LeaseReading = (
  reads: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<{ readonly leases: readonly FoundLease[]; readonly unread: number }>;

const MAX_REASON_CHARACTERS = 500;

/**
 * Reads one source and puts what it has into the outbox, in parts.
 * @throws Error when the disk cannot be written, the reason of the signal
 */
export async function readLeases(
  { id, claim, reads }: GivenSource,
  { read, outbox, logger }: { readonly read: LeaseReading; readonly outbox: Outbox; readonly logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  const tell = async (to: "reports" | "end", body: object): Promise<void> =>
    await outbox.add({ source_id: id, to, body: { claim, ...body } }, signal);
  let found: Awaited<ReturnType<LeaseReading>>;
  try {
    found = await read(reads, signal);
    if (found.leases.length > MAX_LEASES_OF_A_SOURCE) throw new Error(`There are more than ${MAX_LEASES_OF_A_SOURCE} leases in force.`);
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    logger.warn("a lease source could not be read", { source: id, reason });
    await tell("end", { error: reason.slice(0, MAX_REASON_CHARACTERS) || "No reason given." });
    return;
  }
  const { leases, unread } = found;
  let batches = 0;
  let after: string | null = null;
  for (let at = 0; at === 0 || at < leases.length; at += MAX_LEASES_OF_A_BATCH) {
    const part = leases.slice(at, at + MAX_LEASES_OF_A_BATCH);
    const upTo: string | null = at + MAX_LEASES_OF_A_BATCH < leases.length ? (part.at(-1)?.ip ?? null) : null;
    batches += 1;
    await tell("reports", {
      number: batches,
      after,
      up_to: upTo,
      leases: part.map(({ ip, macAddress, hostname, expiresAt }) => ({
        ip,
        mac_address: macAddress,
        hostname,
        expires_at: expiresAt,
      })),
    });
    after = upTo;
  }
  await tell("end", { batches, leases: leases.length, unread });
  logger.debug("a lease source was read", { source: id, leases: leases.length });
}
