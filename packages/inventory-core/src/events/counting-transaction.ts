import type { RowCount } from "../contract/operations/dry-run.ts";
import type { Lock, NativeResult, SqlValue, Transaction } from "../contract/storage/storage.ts";

const STATEMENT = /^\s*(insert)\s+into\s+(\w+)|^\s*(update)\s+(\w+)|^\s*(delete)\s+from\s+(\w+)/i;

/** Tables that the write path itself writes: audit rows and events are told as what they are. */
const OWN = new Set(["audit", "event"]);

/** A transaction that counts the rows its statements change, by table. It waits for every statement to learn the number. */
export class CountingTransaction implements Transaction {
  readonly #inner: Transaction;
  readonly #counts = new Map<string, RowCount>();

  constructor(inner: Transaction) {
    this.#inner = inner;
  }

  get em(): Transaction["em"] {
    return this.#inner.em;
  }

  /** In the order of the first statement on each table. */
  get counts(): readonly RowCount[] {
    return [...this.#counts.values()];
  }

  all<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]> {
    return this.#inner.all<Row>(sql, params);
  }

  get<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row | undefined> {
    return this.#inner.get<Row>(sql, params);
  }

  async run(sql: string, params?: readonly SqlValue[]): Promise<number> {
    const rows = await this.#inner.run(sql, params);
    const [, inserts, into, updates, table, deletes, from] = STATEMENT.exec(sql) ?? [];
    const action = (inserts ?? updates ?? deletes)?.toLowerCase() as RowCount["action"] | undefined;
    if (action !== undefined) this.#count((into ?? table ?? from) as string, action, rows);
    return rows;
  }

  async exec(sql: string, params?: readonly SqlValue[]): Promise<void> {
    await this.run(sql, params);
  }

  async insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void> {
    await this.#inner.insert(table, columns, rows);
    this.#count(table, "insert", rows.length);
  }

  async update(table: string, key: string, columns: readonly string[], rows: readonly (readonly (string | null)[])[]): Promise<void> {
    await this.#inner.update(table, key, columns, rows);
    this.#count(table, "update", rows.length);
  }

  native(sql: string, params: readonly unknown[]): Promise<NativeResult> {
    return this.#inner.native(sql, params);
  }

  lock(...locks: readonly Lock[]): Promise<void> {
    return this.#inner.lock(...locks);
  }

  #count(table: string, action: RowCount["action"], rows: number): void {
    if (rows === 0 || OWN.has(table)) return;
    const key = `${action} ${table}`;
    this.#counts.set(key, { table, action, rows: rows + (this.#counts.get(key)?.rows ?? 0) });
  }
}
