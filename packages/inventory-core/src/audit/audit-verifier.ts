import { setImmediate } from "node:timers/promises";
import type { Clock } from "../contract/clock.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, Queries } from "../contract/storage/storage.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { secretErrors } from "../secrets/secret-errors.ts";
import { AuditCheck, type AuditFinding, finding, type SealedAudit } from "./audit-check.ts";
import { type AuditMark, type AuditPlace, checkMark, type MarkName, readMarks } from "./sealing/audit-marks.ts";
import { CHAIN_START } from "./sealing/audit-seal.ts";
import { sameCode } from "./proof/same-code.ts";
import { checkUnsealed } from "./sealing/unsealed-check.ts";
import { WRITTEN_COLUMNS } from "./proof/unsealed-rows.ts";

export const AUDIT_VERIFIER = serviceToken<AuditVerifier>("audit-verifier");

/** Rows read between two turns of the event loop. */
const SLICE = 200;

/** Findings that a verification lists; it counts them all. */
const MAX_LISTED = 1000;

const COLUMNS = `${WRITTEN_COLUMNS}, seal_number, seal_key, seal_row, seal`;

/** How the audit log is checked. */
export interface AuditVerifyOptions {
  /** A head that was kept elsewhere (from the log line `audit head`): the log must still lead to it. */
  readonly head?: AuditPlace | undefined;
  /** Ends the check: it throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** What a verification of the audit log found. */
export interface AuditVerification {
  /** Sealed rows that were looked at. */
  readonly checked: number;
  /** Rows that wait for their seal. */
  readonly unsealed: number;
  /** Where the log begins: 0, or the number of the last row that retention removed. */
  readonly start: number;
  /** The newest sealed row; null when there is none. Keep it elsewhere, and a later verification can be held against it. */
  readonly head: AuditPlace | null;
  /** The first 1,000 findings, in the order of the log. */
  readonly findings: readonly AuditFinding[];
  /** How many there are. */
  readonly count: number;
}

/** Checks the sealed log, row by row, beside a server that writes and seals. */
export class AuditVerifier {
  readonly #storage: OpenStorage;
  readonly #ring: KeyRing | undefined;
  readonly #clock: Clock;
  readonly #seal: () => Promise<unknown>;

  /** @param seal seals what waits: rows that a server left when it was killed are no finding */
  constructor(storage: OpenStorage, ring: KeyRing | undefined, clock: Clock, seal: () => Promise<unknown>) {
    this.#storage = storage;
    this.#ring = ring;
    this.#clock = clock;
    this.#seal = seal;
  }

  /** @throws ENCRYPTION_KEY_MISSING, the reason of the signal */
  async verify(options: AuditVerifyOptions = {}): Promise<AuditVerification> {
    if (this.#ring === undefined) throw secretErrors.ENCRYPTION_KEY_MISSING({ what: "checking the audit log" });
    const sealed = await verifyAudit(this.#storage.read, this.#ring, options);
    const { count, findings } = await checkUnsealed(this.#storage.read, this.#ring, this.#clock.now(), this.#seal, options.signal);
    return {
      ...sealed,
      unsealed: count,
      findings: [...sealed.findings, ...findings].slice(0, MAX_LISTED),
      count: sealed.count + findings.length,
    };
  }
}

async function verifyAudit(
  queries: Queries,
  ring: KeyRing,
  { head: kept, signal }: AuditVerifyOptions,
): Promise<Omit<AuditVerification, "unsealed">> {
  const findings: AuditFinding[] = [];
  let count = 0;
  let checked = 0;
  const report = (found: readonly AuditFinding[]): void => {
    count += found.length;
    findings.push(...found.slice(0, MAX_LISTED - findings.length));
  };
  const marks = await readMarks(queries);
  const { head } = marks;
  let { start } = marks;
  report(markFindings(ring, "start", start));
  // Under a key that is gone it only says of rows that are sealed by now that they may be.
  report(markFindings(ring, "proven", marks.proven).filter(({ kind }) => kind === "head"));
  const check = new AuditCheck(ring, start ?? { number: 0, hmac: CHAIN_START });
  report(keptFindings(kept, check.at));
  for await (const row of sealedRows(queries, check.at.number, signal)) {
    if (check.isGap(row)) {
      // Retention may have taken what we were about to read.
      const moved = (await readMarks(queries)).start;
      if (moved !== undefined && moved.number > check.at.number && checkMark(ring, "start", moved) === "good") {
        start = moved;
        check.goTo(moved);
      }
    }
    checked += 1;
    report(check.next(row));
    if (row.seal_number === kept?.number) report(keptFindings(kept, check.at));
    if (head !== undefined && row.seal_number === head.number && !sameCode(head.hmac, check.at.hmac)) {
      report([finding("head", head.number, row.id, `the stored head names another row ${head.number}`)]);
    }
  }
  const end = check.at;
  if (head !== undefined && head.number > end.number) {
    report([finding("truncated", end.number + 1, null, `the log ends at row ${end.number}, and its head is row ${head.number}`)]);
  }
  // Rows may have been sealed since the head was read, and a head comes with its rows.
  report(headFindings(ring, end.number > (head?.number ?? 0) ? (await readMarks(queries)).head : head, end));
  if (kept !== undefined && kept.number > end.number) {
    report([finding("truncated", end.number + 1, null, `the log ends at row ${end.number}, and the given head is of row ${kept.number}`)]);
  }
  return { checked, start: start?.number ?? 0, head: end.number === 0 ? null : { number: end.number, hmac: end.hmac }, findings, count };
}

async function* sealedRows(queries: Queries, after: number, signal: AbortSignal | undefined): AsyncGenerator<SealedAudit> {
  let at: { number: number; seq: number } = { number: after + 1, seq: -1 };
  for (;;) {
    signal?.throwIfAborted();
    const rows = await queries.all<SealedAudit>(
      `select ${COLUMNS} from audit where seal_number is not null and seal_number >= ? and (seal_number > ? or seq > ?) order by ` +
        `seal_number, seq limit ${SLICE}`,
      [at.number, at.number, at.seq],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE) return;
    at = { number: last.seal_number, seq: last.seq };
    await setImmediate();
  }
}

function markFindings(ring: KeyRing, name: MarkName, mark: AuditMark | undefined): AuditFinding[] {
  if (mark === undefined) return [];
  const what = { head: "head", start: "checkpoint of retention", proven: "mark of the first row with a proof" }[name];
  switch (checkMark(ring, name, mark)) {
    case "good":
      return [];
    case "altered":
      return [finding("head", mark.number, null, `the stored ${what} was altered`)];
    case "unknown-key":
      return [
        finding(
          "unknown-key",
          mark.number,
          null,
          `the stored ${what} is signed under the key ${JSON.stringify(mark.key_id)}, which is not in ENCRYPTION_KEY`,
        ),
      ];
  }
}

function headFindings(ring: KeyRing, head: AuditMark | undefined, end: AuditPlace): AuditFinding[] {
  if (head === undefined) return end.number === 0 ? [] : [finding("head", end.number, null, "rows are sealed and the stored head is gone")];
  const found = markFindings(ring, "head", head);
  if (head.number < end.number)
    found.push(finding("inserted", head.number + 1, null, `there are rows past the head, which is row ${head.number}`));
  return found;
}

/** Holds the head that an operator kept against a place of the same number. */
function keptFindings(kept: AuditPlace | undefined, at: AuditPlace): AuditFinding[] {
  if (kept === undefined || kept.number !== at.number || sameCode(kept.hmac, at.hmac)) return [];
  return [finding("rewritten", kept.number, null, `row ${kept.number} is not the one that the given head is of`)];
}
