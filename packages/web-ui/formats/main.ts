// A thread of the page that reads and writes files in the formats of @cadastre/importers, so that a large file does not hold
// up the page. It knows formats and nothing else: rows go to the page, and from there to the service.
import "./prepare.ts";
import {
  type ExportRecords,
  FORMATS,
  type ImportItem,
  kindsOf,
  optionsOf,
  readImport,
  type SourceFile,
  writeExport,
} from "@cadastre/importers";
import { bytesOf } from "./file-bytes.ts";
import type { Answer, Question } from "../page/formats/messages.ts";

/** Rows that are handed over together: enough that handing over costs little, few enough that progress shows. */
const TOGETHER = 500;

const tell = (answer: Answer): void => postMessage(answer);

addEventListener("message", ({ data }: MessageEvent<Question>) => {
  answer(data).then(
    () => tell({ kind: "end" }),
    (error: unknown) => tell({ kind: "failed", message: error instanceof Error ? error.message : String(error) }),
  );
});

async function answer(question: Question): Promise<void> {
  switch (question.kind) {
    case "formats": {
      const kinds = kindsOf(question);
      return tell({
        kind: "formats",
        formats: FORMATS.filter(({ source }) => source !== "service").map((format) => ({
          name: format.name,
          label: format.label,
          description: format.description,
          several: format.source === "files",
          options: optionsOf(format, kinds),
        })),
      });
    }
    case "read":
      return await read(question);
    case "write":
      return await write(question);
    case "write-records":
      return await writeRecords(question);
  }
}

async function read({ format, files, options, kinds }: Question & { readonly kind: "read" }): Promise<void> {
  const sources = files.map((file): SourceFile => ({ name: file.name, open: () => bytesOf(file) }));
  let items: ImportItem[] = [];
  for await (const item of readImport({ format, source: { kind: "files", files: sources }, options, kinds: kindsOf({ kinds }) })) {
    if (items.push(item) < TOGETHER) continue;
    tell({ kind: "items", items });
    items = [];
  }
  tell({ kind: "items", items });
}

async function write({ format, devices }: Question & { readonly kind: "write" }): Promise<void> {
  // An export of devices asks for nothing else.
  const none = async function* (): AsyncGenerator<never> {};
  const records = {
    field: none,
    space: none,
    datacenter: none,
    network: none,
    pool: none,
    relationship: none,
    device: async function* () {
      yield* devices;
    },
  };
  await tellText(writeExport(format, "device", records));
}

async function writeRecords({ format, type, kinds, records }: Question & { readonly kind: "write-records" }): Promise<void> {
  const declared = kindsOf({ kinds }).map((kind) => ({ kind, records: () => itemsOf(kind.name === type ? records : []) }));
  // Everything but records of the kind is absent.
  await tellText(writeExport(format, type, {} as ExportRecords, { declared }));
}

async function* itemsOf<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function tellText(text: AsyncIterable<string>): Promise<void> {
  let pieces: string[] = [];
  for await (const piece of text) {
    if (pieces.push(piece) < TOGETHER) continue;
    tell({ kind: "text", text: pieces.join("") });
    pieces = [];
  }
  tell({ kind: "text", text: pieces.join("") });
}
