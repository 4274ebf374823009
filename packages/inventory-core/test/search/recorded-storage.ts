import type { OpenStorage, Queries, SqlValue, Storage } from "@cadastre/inventory-core";

/** A statement of a reader, and how many rows it gave. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
  readonly rows: number;
}

/** A storage that notes what readers ask of it, lists excepted, and how many pages its lists gave. */
export interface RecordedStorage {
  readonly storage: Storage;
  readonly statements: Statement[];
  pages: number;
  /** Called before each statement of a reader. */
  before: ((sql: string) => Promise<void>) | undefined;
}

export function recordStatements(inner: Storage): RecordedStorage {
  const recorded: RecordedStorage = { storage: inner, statements: [], pages: 0, before: undefined };
  const all = async <Row>(read: Queries, sql: string, params: readonly SqlValue[] = []): Promise<Row[]> => {
    await recorded.before?.(sql);
    const rows = await read.all<Row>(sql, params);
    recorded.statements.push({ sql, params, rows: rows.length });
    return rows;
  };
  const recording = (open: OpenStorage): OpenStorage =>
    new Proxy(open, {
      get(target, name) {
        if (name === "read")
          return {
            all: async (sql: string, params?: readonly SqlValue[]) => await all(target.read, sql, params),
            get: async (sql: string, params?: readonly SqlValue[]) => (await all(target.read, sql, params))[0],
          };
        if (name === "pages") {
          return async function* (...args: Parameters<OpenStorage["pages"]>) {
            for await (const page of target.pages(...args)) {
              recorded.pages += 1;
              yield page;
            }
          };
        }
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
  return Object.assign(recorded, {
    storage: { ...inner, open: async (options: Parameters<Storage["open"]>[0]) => recording(await inner.open(options)) },
  });
}
