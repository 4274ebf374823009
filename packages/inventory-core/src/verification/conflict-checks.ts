import type { Conflict as Record, ConflictType } from "../conflicts/conflict.ts";
import { type Cause, duplicateAddresses, duplicateSubnets } from "../conflicts/conflict-causes.ts";
import { conflictDocuments, type ConflictRow } from "../conflicts/conflict.entity.ts";
import { recheckAddressConflicts, recheckSubnetConflicts } from "../conflicts/conflict-ledger.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { type Check, type Difference, SLICE_ROWS } from "./check.ts";
import { documentDifferences } from "./document-differences.ts";
import { rowCheck } from "./row-check.ts";
import { readableFields } from "./conflict-fields.ts";

/** What only the document of a conflict has, where it cannot be read any more. */
const LOST: Omit<Record, "id" | "type" | "status" | "detected_at"> = {
  description: "",
  ip_address: "",
  device_ids: [],
  device_names: [],
  network_ids: [],
  network_names: [],
  subnets: [],
  resolved_at: null,
  resolved_by: "",
  notes: "",
  allocation_ids: [],
};

/** The conflict as its columns say, and its document where they say nothing. */
function recordOf({ id, type, status, detected_at, doc }: ConflictRow): Record {
  return {
    ...LOST,
    ...(readableFields(doc) as Partial<Record> | undefined),
    id,
    type: type as Record["type"],
    status: status as Record["status"],
    detected_at,
  };
}

/** The document of a conflict, which has more than its columns: those that it shares with them are compared. */
export const conflictCheck: Check = rowCheck({
  name: "conflicts",
  table: "conflict",
  rows: async (queries, after, limit) => {
    const rows = await queries.all<ConflictRow>("select * from conflict where id > ? order by id limit ?", [after, limit]);
    return rows.map((row) => {
      const { id, doc } = row;
      const record = recordOf(row);
      return { id, stored: { doc: conflictDocuments.comparable(doc, record) }, expected: { doc: conflictDocuments.write(record) } };
    });
  },
});

/** One kind of conflict: where it is looked for, and how. */
interface Kind {
  readonly check: string;
  readonly type: ConflictType;
  /** Rows that contest something, with the column that says what. */
  readonly sources: readonly { readonly table: string; readonly column: string; readonly where?: string }[];
  readonly causes: (queries: Queries, space: number, subjects: readonly string[]) => Promise<Map<string, Cause>>;
  /** Has them brought in line before the change is committed. */
  readonly contest: (change: Change, space: number, subjects: readonly string[]) => void;
}

/** Differences between the conflicts over some subjects of a space that are open, and those there are causes for. */
async function compare(queries: Queries, { check, type, causes }: Kind, space: number, subjects: readonly string[]): Promise<Difference[]> {
  const rows = await queries.all<ConflictRow>(
    "select * from conflict where type = ? and space = ? and subject = any(?) and status <> 'resolved'",
    [type, space, subjects],
  );
  const open = new Map(rows.map((row) => [row.subject, row]));
  const found = await causes(queries, space, subjects);
  const differences: Difference[] = [];
  for (const [subject, cause] of found) {
    const row = open.get(subject);
    if (row === undefined) {
      differences.push({
        check,
        table: "conflict",
        id: `${type}/${space}/${subject}`,
        column: "",
        stored: null,
        expected: cause.description,
      });
      continue;
    }
    const content = readableFields(row.doc);
    // A document that cannot be read is told of by the check of documents, and mended before this one.
    if (content === undefined) continue;
    const record = { ...(content as object as Record), ...cause };
    const [stored, expected] = [conflictDocuments.comparable(row.doc, record), conflictDocuments.write(record)];
    if (expected === stored) continue;
    const [is, should] = documentDifferences(stored, expected);
    differences.push({ check, table: "conflict", id: row.id, column: "doc", stored: is, expected: should });
  }
  for (const { subject, id, status } of rows) {
    if (!found.has(subject)) differences.push({ check, table: "conflict", id, column: "status", stored: status, expected: "resolved" });
  }
  return differences;
}

function openConflictCheck(kind: Kind): Check {
  const { check, type, sources } = kind;
  const contested = sources.map(
    ({ table, column, where = "1 = 1" }, index) => `select space, subject from (
       select distinct space, ${column} as subject from ${table} where ${where} and (space, ${column}) > (?, ?)
         order by space, ${column} limit ?) s${index}`,
  );
  return {
    name: check,
    async slice(queries, after) {
      const from = after ?? [-1, ""];
      const places = await queries.all<{ space: number; subject: string }>(
        `${contested.join(" union ")}
         union select space, subject from (
           select space, subject from conflict where type = ? and status <> 'resolved' and (space, subject) > (?, ?)
             order by space, subject limit ?) c
         order by space, subject limit ?`,
        [...sources.flatMap(() => [...from, SLICE_ROWS]), type, ...from, SLICE_ROWS, SLICE_ROWS],
      );
      const bySpace = [...Map.groupBy(places, (place) => place.space)].map(
        ([space, own]) => [space, own.map(({ subject }) => subject)] as const,
      );
      const differences: Difference[] = [];
      for (const [space, subjects] of bySpace) differences.push(...(await compare(queries, kind, space, subjects)));
      const last = places.at(-1);
      return {
        rows: places.length,
        differences,
        next: places.length < SLICE_ROWS || last === undefined ? null : [last.space, last.subject],
        mend: async (change) => {
          for (const [space, subjects] of bySpace) kind.contest(change, space, subjects);
        },
      };
    },
  };
}

/** Open conflicts over addresses that several devices or allocations hold. */
export const duplicateAddressCheck: Check = openConflictCheck({
  check: "duplicate-addresses",
  type: "duplicate_ip",
  sources: [
    { table: "address", column: "ip_key" },
    { table: "allocation", column: "ip_key", where: "status = 'held'" },
  ],
  causes: duplicateAddresses,
  contest: recheckAddressConflicts,
});

/** Open conflicts over subnets that several networks have. */
export const duplicateSubnetCheck: Check = openConflictCheck({
  check: "duplicate-subnets",
  type: "overlapping_subnet",
  sources: [{ table: "network", column: "cidr_key" }],
  causes: duplicateSubnets,
  contest: (change, space, subjects) =>
    recheckSubnetConflicts(
      change,
      subjects.map((cidr_key) => ({ space, cidr_key })),
    ),
});
