import { readFileSync } from "node:fs";
import { Client, prepareDatabase } from "../client.ts";
import { traceText } from "../intention.ts";
import { Ledger } from "../ledger.ts";
import { LibraryPerformer } from "../library-performer.ts";
import { readAudits } from "../read-stored.ts";
import type { SeededRandom } from "../seeded-random.ts";
import { readingSqlite } from "../trial-database.ts";
import { readWalPosition, type WalPosition } from "./wal-index.ts";

/** An acknowledged change, and how far the log went when the acknowledgement came. */
export interface AcknowledgedWrite {
  /** Its rows in the audit trail. */
  readonly traces: readonly string[];
  readonly log: WalPosition;
}

/** The files of a database as they were at one moment between two steps of the writer. */
export interface Snapshot {
  readonly database: Buffer;
  readonly wal: Buffer;
  readonly log: WalPosition;
  /** What had been acknowledged by then. */
  readonly acknowledged: readonly AcknowledgedWrite[];
}

export interface Recording {
  readonly snapshots: readonly Snapshot[];
  /** Every change in the order of the commits. */
  readonly order: readonly string[];
}

/** Few enough that the whole log of each fits into memory, and the log is restarted between them (every 1,000 pages). */
const WRITES_BETWEEN = 45;
const CLIENTS = 4;

/** Writes by several clients in this process, where the files stand still while they are copied. */
export async function recordWrites(path: string, snapshots: number, random: SeededRandom): Promise<Recording> {
  const performer = await LibraryPerformer.open({ storage: "sqlite", path });
  try {
    const ledger = new Ledger();
    const poolId = await prepareDatabase(performer, ledger);
    const acknowledged: AcknowledgedWrite[] = [];
    const taken: Snapshot[] = [];
    let stopped = false;
    let due = random.between(5, WRITES_BETWEEN);
    // Taken where an acknowledgement is heard: another client is then anywhere in its transaction, and waiting for a
    // timer would wait for ever, because on SQLite the writer goes from one write to the next without one.
    const take = (): void => {
      // One after the other without waiting: the writer is in this thread, so nothing happens in between.
      taken.push({
        database: readFileSync(path),
        wal: readFileSync(`${path}-wal`),
        log: readWalPosition(path),
        acknowledged: [...acknowledged],
      });
      due = acknowledged.length + random.between(1, WRITES_BETWEEN);
      stopped = taken.length === snapshots;
    };
    const clients = Array.from({ length: CLIENTS }, (_, index) => new Client(index + 1, random.fork(), ledger, poolId));
    const working = clients.map(
      async (client) =>
        await client.work(
          performer,
          () => stopped,
          (traces) => {
            acknowledged.push({ traces: traces.map(traceText), log: readWalPosition(path) });
            if (!stopped && acknowledged.length >= due) take();
          },
        ),
    );
    await Promise.all(working);
    if (ledger.refusals.length > 0) throw new Error(`a write of the trial was refused: ${ledger.refusals[0]}`);
    return { snapshots: taken, order: await readingSqlite(path, async (read) => (await readAudits(read)).map(traceText)) };
  } finally {
    await performer.inventory.close();
  }
}
