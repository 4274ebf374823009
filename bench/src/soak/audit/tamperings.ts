import type { Transaction } from "@cadastre/inventory-core";
import type { SeededRandom } from "../crash/seeded-random.ts";

/** A sealed log that somebody with the database in hand is about to change. */
export interface SealedLog {
  readonly transaction: Transaction;
  readonly random: SeededRandom;
  /** Rows are numbered from 1 to this. */
  readonly rows: number;
}

/** Does something to the log that a verification must find. @returns what, in words */
export type Tampering = (log: SealedLog) => Promise<string>;

const TEXTS = [
  "id",
  "timestamp",
  "action",
  "resource",
  "username",
  "source",
  "status",
  "error",
  "changes",
  "seal",
  "seal_row",
  "seal_key",
] as const;
const NULLABLE = ["resource_id", "user_id", "ip_address", "request_id"] as const;

const anyRow = ({ random, rows }: SealedLog): number => random.between(1, rows);

/** Two rows, the lower first. */
function twoRows({ random, rows }: SealedLog): [number, number] {
  const low = random.between(1, rows - 1);
  return [low, random.between(low + 1, rows)];
}

/** Moves the numbers from `from` on by `by`. */
async function shift(transaction: Transaction, from: number, by: number): Promise<void> {
  await transaction.run("update audit set seal_number = seal_number + ? where seal_number >= ?", [by, from]);
}

async function setHead({ transaction }: SealedLog, change: (head: Record<string, unknown>) => object): Promise<void> {
  const row = (await transaction.get<{ value: string }>("select value from setting where name = 'audit.head'")) as { value: string };
  await transaction.run("update setting set value = ? where name = 'audit.head'", [
    JSON.stringify(change(JSON.parse(row.value) as Record<string, unknown>)),
  ]);
}

/** The head as it would have to be for the log to end at a row, as far as one can write it without a key. */
async function headAt(log: SealedLog, number: number): Promise<void> {
  const row = await log.transaction.get<{ seal: string }>("select seal from audit where seal_number = ?", [number]);
  await setHead(log, (head) => ({ ...head, number, hmac: row?.seal ?? "" }));
}

const COPIED =
  "id, timestamp, action, resource, resource_id, user_id, username, ip_address, source, status, error, changes, request_id, change_id, " +
  "seal_key, seal_row, seal";

/** Puts a row in as number `number`: a copy of another, with another id or as it is. */
async function putIn({ transaction }: SealedLog, number: number, from: number, forged: boolean): Promise<void> {
  const columns = forged ? COPIED.replace("id,", "id || 'x',") : COPIED;
  await transaction.run(`insert into audit (${COPIED}, seal_number) select ${columns}, ? from audit where seal_number = ?`, [number, from]);
}

export const TAMPERINGS: Readonly<Record<string, Tampering>> = {
  alter: async (log) => {
    const [row, text] = [anyRow(log), log.random.next() < 0.7];
    const column = (text ? log.random.pick(TEXTS) : log.random.pick(NULLABLE)) as string;
    await log.transaction.run(`update audit set ${column} = coalesce(${column}, '') || ? where seal_number = ?`, [
      String.fromCodePoint(log.random.between(32, 126)),
      row,
    ]);
    return `${column} of row ${row}`;
  },
  blank: async (log) => {
    const row = anyRow(log);
    const column = log.random.pick(["username", "changes", "seal", "seal_row", "action"]) as string;
    await log.transaction.run(`update audit set ${column} = '' where seal_number = ?`, [row]);
    return `${column} of row ${row} blanked`;
  },
  "delete rows": async (log) => {
    const [low, high] = twoRows(log);
    await log.transaction.run("delete from audit where seal_number >= ? and seal_number < ?", [low, high]);
    return `rows ${low} to ${high - 1} deleted`;
  },
  "delete and close the gap": async (log) => {
    const [low, high] = twoRows(log);
    await log.transaction.run("delete from audit where seal_number >= ? and seal_number < ?", [low, high]);
    await shift(log.transaction, high, low - high);
    await headAt(log, log.rows - (high - low));
    return `rows ${low} to ${high - 1} deleted, the rest moved up`;
  },
  "insert a copy": async (log) => {
    const [row, from] = [anyRow(log), anyRow(log)];
    await putIn(log, row, from, false);
    return `a copy of row ${from} put beside row ${row}`;
  },
  "insert and make room": async (log) => {
    const [row, from] = [anyRow(log), anyRow(log)];
    const forged = log.random.next() < 0.5;
    const source = from >= row ? from + 1 : from;
    await shift(log.transaction, row, 1);
    await putIn(log, row, source, forged);
    if (log.random.next() < 0.5) await headAt(log, log.rows + 1);
    return `a ${forged ? "forged row" : "copy"} put in as row ${row}`;
  },
  "append past the head": async (log) => {
    const from = anyRow(log);
    await putIn(log, log.rows + 1, from, true);
    return `a forged row put in at the end, of row ${from}`;
  },
  "swap places": async (log) => {
    const [low, high] = twoRows(log);
    for (const [from, to] of [
      [low, -1],
      [high, low],
      [-1, high],
    ])
      await log.transaction.run("update audit set seal_number = ? where seal_number = ?", [to as number, from as number]);
    return `rows ${low} and ${high} swapped`;
  },
  "swap contents": async (log) => {
    const [low, high] = twoRows(log);
    const column = log.random.pick(["changes", "seal", "seal_row", "timestamp, id", "resource_id"]) as string;
    const of = async (row: number): Promise<Record<string, string>> =>
      (await log.transaction.get(`select ${column} from audit where seal_number = ?`, [row])) ?? {};
    const [one, other] = [await of(low), await of(high)];
    for (const [row, values] of [
      [low, other],
      [high, one],
    ] as const) {
      const names = Object.keys(values);
      await log.transaction.run(`update audit set ${names.map((name) => `${name} = ?`).join(", ")} where seal_number = ?`, [
        ...names.map((name) => values[name] ?? null),
        row,
      ]);
    }
    return `${column} of rows ${low} and ${high} swapped`;
  },
  truncate: async (log) => {
    const [last] = twoRows(log);
    await log.transaction.run("delete from audit where seal_number > ?", [last]);
    const rewound = log.random.next() < 0.5;
    if (rewound) await headAt(log, last);
    return `cut after row ${last}${rewound ? ", with the head moved back" : ""}`;
  },
  "cut the beginning": async (log) => {
    const [first] = twoRows(log);
    const row = await log.transaction.get<{ seal: string }>("select seal from audit where seal_number = ?", [first]);
    const head = await log.transaction.get<{ value: string }>("select value from setting where name = 'audit.head'");
    if (log.random.next() < 0.5) {
      const start = { ...(JSON.parse(head?.value ?? "{}") as object), number: first, hmac: row?.seal };
      await log.transaction.run("insert into setting (name, value) values ('audit.start', ?)", [JSON.stringify(start)]);
    }
    await log.transaction.run("delete from audit where seal_number <= ?", [first]);
    return `cut up to row ${first}`;
  },
  "lose the head": async (log) => {
    await log.transaction.run("delete from setting where name = 'audit.head'");
    return "the head deleted";
  },
  "alter the head": async (log) => {
    const field = log.random.pick(["number", "hmac", "time", "signature", "key_id"]) as string;
    await setHead(log, (head) => ({
      ...head,
      [field]: field === "number" ? Number(head[field]) + log.random.between(1, 3) : `${String(head[field])}x`,
    }));
    return `${field} of the head altered`;
  },
  unseal: async (log) => {
    const row = anyRow(log);
    await log.transaction.run("update audit set seal_number = null, seal_key = null, seal_row = null, seal = null where seal_number = ?", [
      row,
    ]);
    return `row ${row} unsealed`;
  },
};
