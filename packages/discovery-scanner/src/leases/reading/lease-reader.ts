import {
  type Clock,
  type Logger,
  messageOf,
  type OpenStorage,
  RepeatedTask,
  type Secrets,
  serviceToken,
  SYSTEM,
  timestampOf,
  type WritePath,
} from "@cadastre/inventory-core";
import type { LeaseWitness } from "@cadastre/inventory-core/discovery";
import type { AddressRule } from "@cadastre/inventory-core/outbound";
import { pathProblem } from "../files/allowed-path.ts";
import { dueAfter, type LeaseSourceRow, networkIdsOf, PASSWORD } from "../sources/lease-source-row.ts";
import { failureSentence } from "./failure-sentence.ts";
import { readSource } from "./read-source.ts";
import { writeLeases } from "./write-leases.ts";

export const LEASE_READER = serviceToken<LeaseReader>("lease-reader");

const POLL_INTERVAL_MS = 10_000;
const FAILURE = "lease sources could not be read";
/** Sources that this host reads at the same time. */
const MAX_AT_ONCE = 8;
/** Of these, sources whose last reading failed: a source that hangs takes the most time that a reading may take. */
const MAX_FAILED_AT_ONCE = 4;
/** How far the next reading of a source is put off while one goes on: other hosts do not begin it. */
const CLAIM_MS = 3 * POLL_INTERVAL_MS;

/** What reading works with. */
export interface LeaseReaderParts {
  readonly storage: OpenStorage;
  readonly writes: WritePath;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly secrets: Secrets;
  readonly witness: LeaseWitness;
  readonly folders: readonly string[];
  /** Which addresses are not connected to. */
  readonly rule: AddressRule;
}

/** What came of a reading. */
interface Outcome {
  readonly error: string;
  readonly leases: number;
  readonly outside: number;
  readonly unread: number;
}

/** Reads lease sources that are due, once however many hosts share the database. */
export class LeaseReader {
  readonly #parts: LeaseReaderParts;
  readonly #task: RepeatedTask;
  readonly #stopped = new AbortController();
  /** Who asks for a source that is being read here gets the same reading. */
  readonly #readings = new Map<string, Promise<void>>();
  /** Readings of sources that were due. */
  readonly #begun = new Set<Promise<void>>();

  constructor(parts: LeaseReaderParts) {
    this.#parts = parts;
    const { clock, logger } = parts;
    this.#task = new RepeatedTask(clock, logger, POLL_INTERVAL_MS, FAILURE, async () => await this.#begin());
  }

  start(): void {
    this.#task.start();
  }

  async stop(): Promise<void> {
    this.#stopped.abort(new Error("This server stops."));
    await this.#task.stop();
    await Promise.allSettled([...this.#begun, ...this.#readings.values()]);
  }

  /**
   * Begins to read what is due, as far as places are free; costs one indexed look-up when nothing is. It does not wait for the readings:
   * one that takes long keeps no other source waiting.
   */
  async #begin(): Promise<void> {
    const { storage, clock, folders, logger } = this.#parts;
    const rows = await storage.read.all<Pick<LeaseSourceRow, "id" | "type" | "path" | "due_at" | "last_error">>(
      "select id, type, path, due_at, last_error from lease_source where due_at <= ? order by due_at",
      [this.#claimEnd()],
    );
    const now = timestampOf(clock);
    for (const { id } of rows) if (this.#readings.has(id)) await this.#keepClaim(id);
    // A file may be on one of several hosts: those that may not read it leave it to the others.
    const due = rows.filter(
      ({ type, path, due_at: at }) => at !== null && at <= now && (type === "kea-api" || pathProblem(path, folders) === undefined),
    );
    const hasFailed = ({ last_error: error }: Pick<LeaseSourceRow, "last_error">): boolean => error !== "";
    for (const row of [...due.filter((one) => !hasFailed(one)), ...due.filter(hasFailed)]) {
      const { id } = row;
      if (this.#stopped.signal.aborted || this.#begun.size >= (hasFailed(row) ? MAX_FAILED_AT_ONCE : MAX_AT_ONCE)) return;
      if (this.#readings.has(id) || !(await this.#claim(id))) continue;
      const reading = this.read(id)
        .catch((error: unknown) => logger.warn(FAILURE, { error: messageOf(error) }))
        .finally(() => {
          this.#begun.delete(reading);
          // What waited for the place.
          if (!this.#stopped.signal.aborted) this.#task.now();
        });
      this.#begun.add(reading);
    }
  }

  /** Reads a source, and writes down what came of it. */
  async read(id: string): Promise<void> {
    let reading = this.#readings.get(id);
    if (reading === undefined) {
      reading = this.#readOne(id).finally(() => this.#readings.delete(id));
      this.#readings.set(id, reading);
    }
    await reading;
  }

  /** The next reading is due an interval later, whatever becomes of this one. @returns false when another host was first */
  async #claim(id: string): Promise<boolean> {
    return await this.#parts.storage.write(async (transaction) => {
      await transaction.lock({ on: "record", table: "lease_source", id });
      const now = timestampOf(this.#parts.clock);
      const row = await transaction.get<Pick<LeaseSourceRow, "interval_minutes">>(
        "select interval_minutes from lease_source where id = ? and due_at <= ?",
        [id, now],
      );
      if (row === undefined) return false;
      await transaction.run("update lease_source set due_at = ? where id = ?", [dueAfter(row, now), id]);
      return true;
    });
  }

  #claimEnd(): string {
    return new Date(this.#parts.clock.now() + CLAIM_MS).toISOString();
  }

  /** Puts off the next reading of a source that is being read here: another host would read it as well. */
  async #keepClaim(id: string): Promise<void> {
    await this.#parts.storage.write(async (transaction) => {
      await transaction.lock({ on: "record", table: "lease_source", id });
      const end = this.#claimEnd();
      await transaction.run("update lease_source set due_at = ? where id = ? and due_at <= ?", [end, id, end]);
    });
  }

  async #readOne(id: string): Promise<void> {
    const row = await this.#parts.storage.read.get<LeaseSourceRow>("select * from lease_source where id = ?", [id]);
    // One that an agent reads may be another's at this site.
    if (row === undefined || row.datacenter_id !== null) return;
    const outcome = await this.#outcomeOf(row);
    if (this.#stopped.signal.aborted) return;
    await this.#parts.writes.run({ principal: SYSTEM, source: "leases" }, async (change) => {
      await change.lock({ on: "record", table: "lease_source", id });
      const counts = outcome.error === "" ? ", lease_count = ?, outside_count = ?, unread_count = ?" : "";
      const { leases, outside, unread, error } = outcome;
      await change.run(`update lease_source set last_read_at = ?, last_error = ?${counts} where id = ? and datacenter_id is null`, [
        change.now,
        error,
        ...(error === "" ? [leases, outside, unread] : []),
        id,
      ]);
    });
  }

  async #outcomeOf(row: LeaseSourceRow): Promise<Outcome> {
    const { witness, secrets, clock, folders, rule, logger } = this.#parts;
    try {
      const networks = await witness.networks(networkIdsOf(row));
      if (networks.size === 0) throw new Error("None of its networks is there any more.");
      const password = row.password === null ? "" : secrets.decrypt(PASSWORD, row.id, row.password);
      const { leases, unread } = await readSource({ ...row, password }, networks, { clock, folders, rule, signal: this.#stopped.signal });
      const inside = await writeLeases(this.#parts, row.id, networks, leases.values());
      return { error: "", leases: inside, outside: leases.size - inside, unread };
    } catch (error) {
      if (!this.#stopped.signal.aborted) logger.warn("a lease source could not be read", { source: row.id, error: messageOf(error) });
      return { error: failureSentence(error), leases: 0, outside: 0, unread: 0 };
    }
  }
}
