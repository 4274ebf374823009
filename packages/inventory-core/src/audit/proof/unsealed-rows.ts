import type { Queries } from "../../contract/storage/storage.ts";
import { rowsByKey } from "../../storage/list-reading/rows-by-key.ts";
import type { KeyRing } from "../../secrets/key-ring.ts";
import { type AuditVerdict, verifyRow } from "./audit-code.ts";
import { AUDIT_COLUMNS, PROOF_COLUMNS, type WrittenAudit } from "./audit-columns.ts";

/** Columns of a row as it was written. */
export const WRITTEN_COLUMNS: string = ["seq", ...AUDIT_COLUMNS, "change_id", ...PROOF_COLUMNS].join(", ");

/** Rows whose numbers are read by one statement. */
const PAGE = 100;

/** Bytes of the rows of one look, about: they are sealed in one transaction. */
const MAX_BYTES = 2_000_000;

const ROWS = {
  key: "seq",
  from: "audit t",
  columns: [...AUDIT_COLUMNS, "change_id", ...PROOF_COLUMNS].filter((column) => column !== "changes"),
  text: { name: "changes", sql: "t.changes" },
  most: PAGE,
};

/** Pages of one look: rows that nobody may seal do not keep it for ever. The next look goes on after them. */
const MAX_PAGES = 50;

/** The condition of rows without a seal, which an index holds: it costs as much as there are of them. */
export const UNSEALED = "seal_number is null";

/** A row that is not sealed, and why. */
export interface RefusedAudit {
  readonly row: WrittenAudit;
  readonly verdict: Exclude<AuditVerdict, "genuine">;
}

/** What a look at rows without a seal found. */
export interface UnsealedAudit {
  readonly sealable: readonly WrittenAudit[];
  readonly refused: readonly RefusedAudit[];
  /** Sequence after which the next look goes on; 0 when this one came to the end. */
  readonly next: number;
}

export interface UnsealedSearch {
  readonly ring: KeyRing;
  /** Rows up to this sequence may be without a proof: they are older than proofs. 0: none may. */
  readonly provenAfter: number;
  readonly after: number;
  /** Rows to be sealed that are looked for. */
  readonly limit: number;
}

/** Whether a row without a proof is of the time before there were any. */
export const isOlder = ({ seq }: WrittenAudit, provenAfter: number): boolean => seq > 0 && seq <= provenAfter;

/** Looks for rows that may be sealed, in the order of the sequence, and passes over those that may not. */
export async function findUnsealed(queries: Queries, { ring, provenAfter, after, limit }: UnsealedSearch): Promise<UnsealedAudit> {
  const sealable: WrittenAudit[] = [];
  const refused: RefusedAudit[] = [];
  let from = after;
  let bytes = 0;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const found = await queries.all<Pick<WrittenAudit, "seq">>(
      `select seq from audit where ${UNSEALED} and seq > ? order by seq limit ${PAGE}`,
      [from],
    );
    const seqs = found.map(({ seq }) => Number(seq));
    for await (const rows of rowsByKey<WrittenAudit>(queries, ROWS, seqs))
      for (const row of rows) {
        const verdict = verifyRow(ring, row);
        if (verdict === "genuine" || (verdict === "unproven" && isOlder(row, provenAfter))) sealable.push(row);
        else refused.push({ row, verdict });
        from = row.seq;
        bytes += row.changes?.length ?? 0;
        if (sealable.length === limit || (sealable.length > 0 && bytes > MAX_BYTES)) return { sealable, refused, next: from };
      }
    if (found.length < PAGE) return { sealable, refused, next: 0 };
  }
  return { sealable, refused, next: from };
}
