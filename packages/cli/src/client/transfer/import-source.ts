import type { ImportFormat, ImportSource, SourceFile } from "@cadastre/importers";
import { createReadStream, createWriteStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CommandFailure, usageFailure } from "../../exit-codes.ts";
import type { Terminal } from "../terminal.ts";

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text);

/**
 * What is named on the command line as a source to read.
 * @param folder for copies of what can be read only once, where the format reads it twice
 * @throws CommandFailure for what is not there
 */
export async function openSource(
  format: ImportFormat,
  sources: readonly string[],
  folder: string,
  terminal: Terminal,
): Promise<ImportSource> {
  const [first] = sources;
  if (first === undefined)
    throw usageFailure(
      `missing source: pass ${format.source === "service" ? "the URL of the service" : "a file, a URL, or - for standard input"}`,
    );
  if (format.source === "service") {
    if (sources.length > 1 || !isUrl(first))
      throw usageFailure(`${format.name} is read from a service: pass its URL, such as https://${format.name}.example.com`);
    return { kind: "service", url: first };
  }
  const names = (await Promise.all(sources.map(async (source) => await filesOf(source, format)))).flat();
  return {
    kind: "files",
    files: await Promise.all(names.map(async (name, index) => await fileOf(name, join(folder, `source-${index}`), format, terminal))),
  };
}

/** The files that a name stands for: those of a folder, where the format reads several. */
async function filesOf(source: string, format: ImportFormat): Promise<readonly string[]> {
  if (source === "-" || isUrl(source)) return [source];
  const found = await stat(source).catch((error: unknown) => {
    throw new CommandFailure(`${source} cannot be read: ${(error as Error).message}`, undefined, { cause: error });
  });
  if (!found.isDirectory()) return [source];
  if (format.source !== "files") throw usageFailure(`${source} is a folder, but ${format.name} is read from a file`);
  const entries = await readdir(source, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(source, entry.name))
    .toSorted();
}

async function fileOf(source: string, copy: string, format: ImportFormat, { stdin }: Terminal): Promise<SourceFile> {
  if (source !== "-" && !isUrl(source)) return { name: basename(source), open: () => createReadStream(source) };
  const open = source === "-" ? () => stdin : () => fetched(source);
  const name = source === "-" ? "standard input" : basename(new URL(source).pathname);
  if (format.reopens !== true) return { name, open: () => open() as AsyncIterable<Uint8Array> };
  await pipeline(open(), createWriteStream(copy));
  return { name, open: () => createReadStream(copy) };
}

async function* fetched(url: string): AsyncGenerator<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok || response.body === null)
    throw new CommandFailure(`${url} responded with ${response.status} ${response.statusText}`.trimEnd());
  yield* Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]) as AsyncIterable<Uint8Array>;
}
