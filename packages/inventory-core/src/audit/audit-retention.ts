import { RepeatedTask } from "../background/repeated-task.ts";
import { type Clock, timestampOf } from "../contract/clock.ts";
import type { Logger } from "../contract/logger.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import { SYSTEM } from "../contract/access/principal.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { Change, WritePath } from "../contract/storage/write-path.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { SEAL_LOCK } from "./sealing/seal-lock.ts";
import { checkMark, readMarks, writeMark } from "./sealing/audit-marks.ts";

export const AUDIT_RETENTION = serviceToken<AuditRetention>("audit-retention");

const DAY_MS = 86_400_000;
const POLL_INTERVAL_MS = 3_600_000;
const SLICE = 500;

const CALL: CallContext = { principal: SYSTEM, source: "retention" };

/** A sealed row that may go. */
interface Old {
  readonly timestamp: string;
  readonly seal_number: number;
  readonly seal: string;
}

/**
 * Deletes audit rows older than some days, a slice at a time. What was sealed goes in the order of the seals and leaves a
 * signed checkpoint, from which the chain goes on. The newest sealed row stays, as the chain and the sequence go on from it.
 */
export class AuditRetention {
  readonly #writes: WritePath;
  readonly #clock: Clock;
  readonly #ring: KeyRing | undefined;
  readonly #days: number;
  readonly #task: RepeatedTask;

  /** @param days 0 keeps all for ever */
  constructor(writes: WritePath, clock: Clock, logger: Logger, ring: KeyRing | undefined, days: number) {
    this.#writes = writes;
    this.#clock = clock;
    this.#ring = ring;
    this.#days = days;
    this.#task = new RepeatedTask(clock, logger, POLL_INTERVAL_MS, "old audit rows could not be deleted", async () => await this.purge());
  }

  start(): void {
    if (this.#days > 0) this.#task.start();
  }

  async stop(): Promise<void> {
    await this.#task.stop();
  }

  /** Deletes what is older than the retention, and leaves an audit row of it. @returns how many rows */
  async purge(): Promise<number> {
    const before = new Date(this.#clock.now() - this.#days * DAY_MS).toISOString();
    let deleted = 0;
    for (let slice = SLICE; slice === SLICE;) {
      slice = await this.#writes.run(CALL, async (change) => {
        await change.lock(SEAL_LOCK);
        return this.#ring === undefined
          ? await purgeUnsealed(change, before)
          : await purgeSealed(change, this.#ring, before, timestampOf(this.#clock));
      });
      deleted += slice;
    }
    if (deleted > 0)
      await this.#writes.run(CALL, async (change) =>
        change.audit({ action: "purge", resource: "audit", resourceId: null, after: { deleted, before } }),
      );
    return deleted;
  }
}

/** The oldest rows of the chain, up to the first that is young enough to stay. */
async function purgeSealed(change: Change, ring: KeyRing, before: string, time: string): Promise<number> {
  const { head, start } = await readMarks(change);
  if (head === undefined) return 0;
  // Signing a checkpoint anew that was altered would make it look right.
  if (start !== undefined && checkMark(ring, "start", start) !== "good")
    throw new Error("the checkpoint of the audit log's retention is not right: run cadastre audit verify");
  const rows = await change.all<Old>(
    `select timestamp, seal_number, seal from audit where seal_number is not null and seal_number > ? and seal_number < ? order by ` +
      `seal_number limit ${SLICE}`,
    [start?.number ?? 0, head.number],
  );
  const young = rows.findIndex(({ timestamp }) => timestamp >= before);
  const old = young < 0 ? rows : rows.slice(0, young);
  const last = old.at(-1);
  if (last === undefined) return 0;
  // First the checkpoint: the trigger on the table lets go of nothing that it does not cover.
  await writeMark(change, ring, "start", { number: last.seal_number, hmac: last.seal, time });
  await change.run("delete from audit where seal_number is not null and seal_number <= ?", [last.seal_number]);
  return old.length;
}

/** Without keys nothing is sealed, and there is no chain to keep. The newest row stays, so that no sequence is used again. */
async function purgeUnsealed(change: Change, before: string): Promise<number> {
  const rows = await change.all<{ seq: number }>(
    `select seq from audit where timestamp < ? and seal_number is null and seq < (select max(seq) from audit) order by timestamp ` +
      `limit ${SLICE}`,
    [before],
  );
  if (rows.length > 0) await change.run("delete from audit where seq = any(?)", [rows.map(({ seq }) => seq)]);
  return rows.length;
}
