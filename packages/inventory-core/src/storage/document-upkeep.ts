import { setImmediate } from "node:timers/promises";
import { RepeatedTask } from "../background/repeated-task.ts";
import type { Clock } from "../contract/clock.ts";
import type { Logger } from "../contract/logger.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, StoredDocuments } from "../contract/storage/storage.ts";
import { documentVersion, outdatedCondition } from "./document-version.ts";

export const DOCUMENT_UPKEEP = serviceToken<DocumentUpkeep>("document-upkeep");

/**
 * How often outdated documents are looked for, and how long after the start for the first time: a command that opens the database for a
 * moment does not begin, and a host of an earlier version beside this one writes further ones.
 */
const POLL_INTERVAL_MS = 60_000;

/** Documents that one transaction rewrites. */
const SLICE_ROWS = 100;

type Row = Readonly<Record<string, string>> & { readonly doc: string };

/**
 * Rewrites the documents of earlier versions in the one of this program, slice by slice, beside requests. Nothing is changed but the
 * text: no event, no audit row, no time of change. A document is written only where it still is what was read, so that several hosts may
 * do it at once, beside writers, without a lock; a host that stops leaves the rest to the next.
 */
export class DocumentUpkeep {
  readonly #storage: OpenStorage;
  readonly #logger: Logger;
  readonly #task: RepeatedTask;
  readonly #stopped = new AbortController();
  #types: readonly StoredDocuments[] = [];

  constructor(storage: OpenStorage, clock: Clock, logger: Logger) {
    this.#storage = storage;
    this.#logger = logger;
    this.#task = new RepeatedTask(
      clock,
      logger,
      POLL_INTERVAL_MS,
      "documents could not be rewritten in the version of this program",
      async () => {
        for (const type of this.#types) await this.#rewriteAll(type);
      },
    );
  }

  /** @param types every type of the host; those of which there is one version only cost nothing */
  start(types: readonly StoredDocuments[]): void {
    this.#types = types.filter(({ version }) => version > 1);
    if (this.#types.length === 0) return;
    this.#task.start();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#task.stop();
  }

  async #rewriteAll(type: StoredDocuments): Promise<void> {
    let count = 0;
    for (let after: readonly string[] | undefined; ;) {
      if (this.#stopped.signal.aborted) return;
      const rows = await this.#outdated(type, after);
      // A newer program writes them: it rewrites the others, too.
      if (rows.some(({ doc }) => documentVersion(doc) > type.version)) return;
      count += await this.#rewrite(type, rows);
      const last = rows.at(-1);
      if (last === undefined || rows.length < SLICE_ROWS) break;
      after = type.key.map((column) => last[column] as string);
      await setImmediate();
    }
    if (count > 0)
      this.#logger.info("documents were rewritten in the version of this program", { table: type.table, version: type.version, count });
  }

  async #outdated({ table, key, version }: StoredDocuments, after: readonly string[] | undefined): Promise<readonly Row[]> {
    const columns = key.join(", ");
    const from = after === undefined ? "" : ` and (${columns}) > (${key.map(() => "?").join(", ")})`;
    return await this.#storage.read.all<Row>(
      `select ${columns}, doc from ${table} where ${outdatedCondition(version)}${from} order by ${columns} limit ${SLICE_ROWS}`,
      after ?? [],
    );
  }

  /** @returns how many were rewritten, by this host */
  async #rewrite(type: StoredDocuments, rows: readonly Row[]): Promise<number> {
    const { table, key } = type;
    const texts = await type.rewritten(
      this.#storage.read,
      rows.map(({ doc }) => doc),
    );
    if (texts.size === 0) return 0;
    const sql = `update ${table} set doc = ? where ${key.map((column) => `${column} = ?`).join(" and ")} and doc = ?`;
    return await this.#storage.write(async (transaction) => {
      let written = 0;
      for (const row of rows) {
        const text = texts.get(row.doc);
        if (text !== undefined) written += await transaction.run(sql, [text, ...key.map((column) => row[column] as string), row.doc]);
      }
      return written;
    });
  }
}
