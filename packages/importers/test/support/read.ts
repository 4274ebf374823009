import type { ImportProblem, ImportRow } from "@cadastre/inventory-core";
import { type ImportItem, type ImportRequest, isProblem, readImport, type SourceFile } from "../../src/index.ts";

/** A file in memory, in pieces of a size, as a disk or a network gives it. */
export function fileOf(content: string | Uint8Array, name = "file", pieceBytes = 64 * 1024): SourceFile {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return {
    name,
    async *open() {
      for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes);
    },
  };
}

/** What a source holds. */
export interface Read {
  readonly rows: ImportRow[];
  readonly problems: ImportProblem[];
  readonly errors: ImportProblem[];
  /** Messages of the warnings. */
  readonly warnings: string[];
}

export async function collect(items: AsyncIterable<ImportItem>): Promise<Read> {
  const read: Read = { rows: [], problems: [], errors: [], warnings: [] };
  for await (const item of items) {
    if (!isProblem(item)) read.rows.push(item);
    else {
      read.problems.push(item);
      if (item.severity === "error") read.errors.push(item);
      else read.warnings.push(item.message);
    }
  }
  return read;
}

/** Reads files. */
export async function readFiles(
  format: string,
  files: SourceFile | readonly SourceFile[],
  options: ImportRequest["options"] = {},
  now?: Date,
): Promise<Read> {
  return await collect(
    readImport({ format, source: { kind: "files", files: [files].flat() }, options, ...(now === undefined ? {} : { now }) }),
  );
}

/** Reads one text. */
export async function readText(format: string, content: string | Uint8Array, options: ImportRequest["options"] = {}): Promise<Read> {
  return await readFiles(format, fileOf(content), options);
}
