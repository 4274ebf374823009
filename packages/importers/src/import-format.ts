import type { ImportProblem, ImportRow } from "@cadastre/inventory-core";
import type { ImportTypes } from "@cadastre/inventory-core/exchange";

/** What a reader gives: rows in the order in which they may refer to each other, and what is wrong or left out. */
export type ImportItem = ImportRow | ImportProblem;

/** True for what a reader tells of, false for a row. */
export const isProblem = (item: ImportItem): item is ImportProblem => "severity" in item;

/** A file to be read. Formats that say `reopens` call `open` more than once: what can be read only once is to be copied first. */
export interface SourceFile {
  /** Name without a folder; the rackd format goes by it. */
  readonly name: string;
  open(): AsyncIterable<Uint8Array>;
}

/** Where an import comes from: files, or a service with an HTTP API. */
export type ImportSource =
  | { readonly kind: "files"; readonly files: readonly SourceFile[] }
  | { readonly kind: "service"; readonly url: string };

/** An option of a format. Values are texts, as a command line gives them. */
export interface FormatOption {
  readonly name: string;
  readonly description: string;
  /** The only values that it takes. */
  readonly values?: readonly string[];
  readonly default?: string;
  readonly required?: boolean;
  /** Not for command lines that others can read: take it from the environment or standard input. */
  readonly secret?: boolean;
}

/** What a reader works with: options are checked and have their defaults. */
export interface ReaderInput {
  readonly files: readonly SourceFile[];
  /** Empty for files. */
  readonly url: string;
  readonly options: Readonly<Record<string, string | undefined>>;
  /** The types of records: the core's and the declared kinds. */
  readonly types: ImportTypes;
  readonly now: Date;
  readonly signal: AbortSignal | undefined;
  /** How long to wait before the first repetition of a request that failed, in milliseconds; it doubles each time. */
  readonly retryDelayMs: number;
}

/** A format that can be read. */
export interface ImportFormat {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** One file, one or several (a folder), or a service by its URL. */
  readonly source: "file" | "files" | "service";
  /** Whether it reads records of declared kinds, too, where it is given some. */
  readonly takesDeclared?: true;
  /** Files are opened more than once. */
  readonly reopens?: boolean;
  readonly options: readonly FormatOption[];
  read(input: ReaderInput): AsyncIterable<ImportItem>;
}

/** The single file of formats that read one. */
export function onlyFile({ files }: ReaderInput): SourceFile {
  return files[0] as SourceFile;
}
