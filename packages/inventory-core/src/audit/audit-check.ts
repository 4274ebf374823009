import type { KeyRing } from "../secrets/key-ring.ts";
import type { AuditPlace } from "./sealing/audit-marks.ts";
import { ALARM_KINDS, ALARM_ROW, type AlarmKind } from "./proof/audit-alarm.ts";
import type { WrittenAudit } from "./proof/audit-columns.ts";
import { changeIdOf } from "./proof/changes-text.ts";
import { sealOf } from "./sealing/audit-seal.ts";
import { sameCode } from "./proof/same-code.ts";

/**
 * What is wrong with the sealed log.
 * `altered`: a row is not what was sealed, or was put in; `missing`: rows were taken out; `inserted`: a number is there
 * twice, or past the head; `reordered`: a row is genuine and not in its place; `truncated`: the end was cut off;
 * `unknown-key`: the key ring does not have the key; `head`: the stored head or checkpoint was altered or taken away;
 * `rewritten`: the log is sound in itself and is not the one that the given head is of; `unsealed`: rows wait for their seal
 * for too long, and this program cannot seal them either.
 * Of rows that were not sealed yet: `forged`, `unproven`, `replayed` and `deleted`, see {@link AlarmKind}; also when a
 * server has seen it earlier and left a row of it.
 */
export type AuditFindingKind =
  | "altered"
  | "missing"
  | "inserted"
  | "reordered"
  | "truncated"
  | "unknown-key"
  | "head"
  | "rewritten"
  | "unsealed"
  | AlarmKind;

/** Something that is wrong with the sealed audit log. */
export interface AuditFinding {
  /** What kind of fault it is. */
  readonly kind: AuditFindingKind;
  /** Number of the first row that it is about; 0 when it is about none. */
  readonly number: number;
  /** Id of the row, null when it is not there. */
  readonly id: string | null;
  /** What is wrong, in a sentence. */
  readonly message: string;
}

/** A sealed row as it is read. */
export type SealedAudit = WrittenAudit & {
  readonly seal_number: number;
  readonly seal_key: string | null;
  readonly seal_row: string | null;
  readonly seal: string | null;
};

/** Follows the chain row by row, in the order of the numbers. It remembers one row, however many there are. */
export class AuditCheck {
  readonly #ring: KeyRing;
  #at: AuditPlace;
  #gap = false;

  /** @param from the place that the first row follows */
  constructor(ring: KeyRing, from: AuditPlace) {
    this.#ring = ring;
    this.#at = from;
  }

  /** The last row that was seen. */
  get at(): AuditPlace {
    return this.#at;
  }

  /** Goes on after a place that is signed, as what was between was removed by retention meanwhile. */
  goTo(place: AuditPlace): void {
    this.#at = place;
    this.#gap = false;
  }

  /** Whether rows are missing between the last one and this. */
  isGap(row: SealedAudit): boolean {
    return row.seal_number > this.#at.number + 1;
  }

  next(row: SealedAudit): AuditFinding[] {
    const number = row.seal_number;
    const findings: AuditFinding[] = [];
    const expected = this.#at.number + 1;
    if (number > expected) {
      findings.push(
        finding(
          "missing",
          expected,
          null,
          number === expected + 1 ? `row ${expected} is missing` : `rows ${expected} to ${number - 1} are missing`,
        ),
      );
      this.#gap = true;
    }
    if (number < expected) {
      findings.push(finding("inserted", number, row.id, `there is a second row ${number}`));
      return findings;
    }
    const wrong = this.#checkSeal(row, number);
    findings.push(...wrong, ...(wrong.length === 0 ? alarmOf(row, number) : []));
    this.#at = { number, hmac: row.seal ?? "" };
    this.#gap = false;
    return findings;
  }

  #checkSeal(row: SealedAudit, number: number): AuditFinding[] {
    const seal = sealOf(this.#ring, row.seal_key ?? "", number, this.#at.hmac, row);
    if (seal === undefined)
      return [
        finding(
          "unknown-key",
          number,
          row.id,
          `row ${number} is sealed under the key ${JSON.stringify(row.seal_key)}, which is not in ENCRYPTION_KEY`,
        ),
      ];
    if (!sameCode(seal.row, row.seal_row ?? "") || row.change_id !== changeIdOf(row.changes))
      return [finding("altered", number, row.id, `row ${number} is not what was sealed`)];
    // After a gap the code before is gone, and the row can only be checked by itself.
    if (this.#gap || sameCode(seal.chain, row.seal ?? "")) return [];
    return [finding("reordered", number, row.id, `row ${number} is genuine, and does not follow the row before it`)];
  }
}

/** What a server has seen before rows were sealed, if that is what the row tells. */
function alarmOf(row: SealedAudit, number: number): AuditFinding[] {
  if (row.action !== ALARM_ROW.action || row.resource !== ALARM_ROW.resource || row.source !== ALARM_ROW.source) return [];
  const { after } = JSON.parse(row.changes ?? "{}") as { readonly after?: { readonly kind?: string; readonly message?: string } | null };
  const kind = ALARM_KINDS.find((known) => known === after?.kind);
  return kind === undefined ? [] : [finding(kind, number, row.id, `${row.timestamp}: ${after?.message ?? ""}`)];
}

export function finding(kind: AuditFindingKind, number: number, id: string | null, message: string): AuditFinding {
  return { kind, number, id, message };
}
