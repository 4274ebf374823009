// A thread of the page that reads and writes files in the formats of @cadastre/importers, so that a large file does not hold
// up the page. It knows formats and nothing else: rows go to the page, and from there to the service.
import "./prepare.ts";
import { FORMATS, type ImportItem, readImport, type SourceFile, writeExport } from "@cadastre/importers";
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
    case "formats":
      return tell({
        kind: "formats",
        formats: FORMATS.filter(({ source }) => source !== "service").map(({ name, label, description, source, options }) => ({
          name,
          label,
          description,
          several: source === "files",
          options,
        })),
      });
    case "read":
      return await read(question);
    case "write":
      return await write(question);
  }
}

async function read({ format, files, options }: Question & { readonly kind: "read" }): Promise<void> {
  const sources = files.map((file): SourceFile => ({ name: file.name, open: () => bytesOf(file) }));
  let items: ImportItem[] = [];
  for await (const item of readImport({ format, source: { kind: "files", files: sources }, options })) {
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
  let pieces: string[] = [];
  for await (const piece of writeExport(format, "device", records)) {
    if (pieces.push(piece) < TOGETHER) continue;
    tell({ kind: "text", text: pieces.join("") });
    pieces = [];
  }
  tell({ kind: "text", text: pieces.join("") });
}
