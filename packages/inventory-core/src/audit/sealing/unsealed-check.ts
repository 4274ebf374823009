import { setImmediate } from "node:timers/promises";
import type { Queries } from "../../contract/storage/storage.ts";
import type { KeyRing } from "../../secrets/key-ring.ts";
import { type AuditFinding, finding } from "../audit-check.ts";
import type { WrittenAudit } from "../proof/audit-columns.ts";
import { verifyRow } from "../proof/audit-code.ts";
import { readMarks } from "./audit-marks.ts";
import { MAX_UNSEALED_MS } from "./audit-sealer.ts";
import { provenAfter } from "./seal-slice.ts";
import { isOlder, WRITTEN_COLUMNS } from "../proof/unsealed-rows.ts";

/** Rows read between two turns of the event loop. */
const SLICE = 200;

/** Rows, sealed or not, that one statement looks through. */
const WINDOW = 20_000;

/** Findings of rows without a seal. */
const MAX_FINDINGS = 1_000;

export interface UnsealedCheck {
  /** Rows that have no seal. */
  readonly count: number;
  readonly findings: readonly AuditFinding[];
}

/**
 * Judges all rows without a seal, wherever they are in the table: also those that no sealer looks at.
 * @throws the reason of the signal
 */
export async function checkUnsealed(
  queries: Queries,
  ring: KeyRing,
  now: number,
  seal: () => Promise<unknown>,
  signal?: AbortSignal,
): Promise<UnsealedCheck> {
  const first = await readUnsealed(queries, ring, now, signal);
  if (first.late.length === 0) return first;
  const failure = await seal().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const left = await readUnsealed(queries, ring, now, signal);
  const still = left.late.filter(({ id }) => first.late.some((row) => row.id === id));
  if (still.length === 0) return left;
  const [oldest] = still;
  const message =
    `${still.length} rows wait for their seal, since ${oldest?.timestamp ?? ""}: ` +
    `${failure ?? "the sealer passes over them: copies of sealed rows, or put where no sealer looks"}`;
  return { count: left.count, findings: [...left.findings, finding("unsealed", 0, oldest?.id ?? null, message)] };
}

interface Read extends UnsealedCheck {
  /** Genuine rows that wait for longer than they should. */
  readonly late: readonly WrittenAudit[];
}

async function readUnsealed(queries: Queries, ring: KeyRing, now: number, signal: AbortSignal | undefined): Promise<Read> {
  const from = provenAfter(ring, (await readMarks(queries)).proven);
  let count = 0;
  const findings: AuditFinding[] = [];
  const late: WrittenAudit[] = [];
  const report = (row: WrittenAudit, kind: "forged" | "unproven" | "unknown-key", what: string): void => {
    if (findings.length < MAX_FINDINGS)
      findings.push(finding(kind, 0, row.id, `the row ${row.id} (${row.seq} of the table) ${what}; it is not sealed`));
  };
  for await (const row of unsealedRows(queries, signal)) {
    count += 1;
    const verdict = verifyRow(ring, row);
    if (verdict === "forged") report(row, "forged", "was not written so by a program with the key");
    else if (verdict === "unproven" && !isOlder(row, from)) report(row, "unproven", "has no proof");
    else if (verdict === "unknown-key")
      report(row, "unknown-key", `was written under the key ${(row.code ?? "").slice(0, 16)}, which is not in ENCRYPTION_KEY`);
    else if (late.length < MAX_FINDINGS && now - Date.parse(row.timestamp ?? "") > MAX_UNSEALED_MS) late.push(row);
  }
  return { count, findings, late };
}

async function* unsealedRows(queries: Queries, signal: AbortSignal | undefined): AsyncGenerator<WrittenAudit> {
  let after: string | undefined = await edgeOf(queries, "select cast(min(seq) - 1 as text) as seq from audit", []);
  while (after !== undefined) {
    signal?.throwIfAborted();
    // By rows and not by numbers: whoever puts rows in chooses the numbers.
    const end = await edgeOf(
      queries,
      `select cast(max(seq) as text) as seq from (select seq from audit where seq > ? order by seq limit ${WINDOW}) w`,
      [after],
    );
    if (end === undefined) return;
    const rows = await queries.all<WrittenAudit & { place: string }>(
      `select ${WRITTEN_COLUMNS}, cast(seq as text) as place from audit where seal_number is null and seq > ? and seq <= ? order by ` +
        `seq limit ${SLICE}`,
      [after, end],
    );
    yield* rows;
    after = rows.length < SLICE ? end : rows.at(-1)?.place;
    await setImmediate();
  }
}

/** As text: beyond 2^53 numbers are not exact. */
async function edgeOf(queries: Queries, sql: string, params: readonly string[]): Promise<string | undefined> {
  return (await queries.get<{ seq: string | null }>(sql, params))?.seq ?? undefined;
}
