import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkSurvivors, mustSurvive } from "../check-survivors.ts";
import { chooseDamage, damagedLog } from "./damage.ts";
import { openCopy } from "./damaged-copy.ts";
import { SeededRandom } from "../seeded-random.ts";
import { recordWrites } from "./torn-writer.ts";

export interface TornTrialOptions {
  readonly copies: number;
  readonly seed: number;
  readonly report: (line: string) => void;
  /** Ends earlier after so many minutes. */
  readonly minutes?: number;
}

export interface TornTrialResult {
  readonly snapshots: number;
  readonly acknowledged: number;
  /** Copies with a damaged log, and how many acknowledged writes those lacked together, all after the damage. */
  readonly logCopies: number;
  readonly lacking: number;
  /** Copies whose database file itself was cut, by what became of them. */
  readonly fileCopies: Readonly<Record<string, number>>;
  /** Copies that opened far enough to be verified. */
  readonly verifications: number;
  readonly seconds: number;
  /** Empty is a pass. */
  readonly violations: readonly string[];
}

const COPIES_PER_SNAPSHOT = 10;
/** One copy in so many has its database file cut. */
const FILE_CUT_EVERY = 6;
const REPORT_EVERY = 100;

/** Copies a database under writes without its index, damages the copies as a power loss may, and opens them. */
export async function tornTrial({ copies, seed, report, minutes = Number.POSITIVE_INFINITY }: TornTrialOptions): Promise<TornTrialResult> {
  const random = new SeededRandom(seed);
  const began = Date.now();
  const folder = mkdtempSync(join(tmpdir(), "cadastre-torn-"));
  const violations: string[] = [];
  const fileCopies: Record<string, number> = {};
  const counts = { logCopies: 0, lacking: 0, verifications: 0 };
  const violate = (line: string): void => {
    violations.push(line);
    report(`VIOLATION ${line}`);
  };
  try {
    const { snapshots, order } = await recordWrites(join(folder, "live", "inventory.db"), Math.ceil(copies / COPIES_PER_SNAPSHOT), random);
    report(`torn trial: seed ${seed}, ${snapshots.length} snapshots, ${order.length} changes`);
    for (let copy = 0; copy < copies && Date.now() - began < minutes * 60_000; copy += 1) {
      const number = copy % snapshots.length;
      const snapshot = snapshots[number] as (typeof snapshots)[number];
      const place = join(folder, `copy-${copy}`);
      if (copy % FILE_CUT_EVERY === FILE_CUT_EVERY - 1) {
        const at = random.between(0, snapshot.database.length - 1);
        const { kind, by, detail, verified, survivors } = await openCopy(place, snapshot.database.subarray(0, at), snapshot.wal);
        const outcome = `${kind} ${by}`.trim();
        fileCopies[outcome] = (fileCopies[outcome] ?? 0) + 1;
        if (verified) counts.verifications += 1;
        // One that opens clean had all that was cut off in its log as well, and then nothing at all may be missing.
        const found =
          kind === "failed" ? [`${by}: ${detail}`] : kind === "clean" ? checkSurvivors(survivors, order, snapshot.acknowledged) : [];
        for (const line of found) violate(`copy ${copy}, snapshot ${number}, file cut at ${at} of ${snapshot.database.length}: ${line}`);
      } else {
        const damage = chooseDamage(snapshot, random);
        const outcome = await openCopy(place, snapshot.database, damagedLog(snapshot.wal, damage, random));
        counts.logCopies += 1;
        if (outcome.verified) counts.verifications += 1;
        const needed = mustSurvive(snapshot, damage);
        counts.lacking += snapshot.acknowledged.length - needed.length;
        const found =
          outcome.kind === "clean"
            ? checkSurvivors(outcome.survivors, order, needed)
            : [`${outcome.kind} ${outcome.by}: ${outcome.detail}`];
        for (const line of found)
          violate(`copy ${copy}, snapshot ${number}, log ${damage.kind} at ${damage.at} of ${snapshot.wal.length}: ${line}`);
      }
      if ((copy + 1) % REPORT_EVERY === 0)
        report(
          `${copy + 1} copies: ${counts.lacking} writes after the damage, files ${JSON.stringify(fileCopies)}, ${violations.length} ` +
            `violations`,
        );
    }
    const acknowledged = snapshots.at(-1)?.acknowledged.length ?? 0;
    return { snapshots: snapshots.length, acknowledged, ...counts, fileCopies, seconds: (Date.now() - began) / 1000, violations };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
