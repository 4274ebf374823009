import type { Device } from "@cadastre/client";
import type { Answer, FormatInfo, Item, Kinds, Question } from "./messages.ts";

/** Asks the thread that knows formats. It is started for each question, and ended with it. */
async function* asked(question: Question, signal?: AbortSignal): AsyncGenerator<Exclude<Answer, { readonly kind: "end" | "failed" }>> {
  const thread = new Worker(new URL("../../formats/main.ts", import.meta.url), { type: "module", name: "formats" });
  const answers: Answer[] = [];
  let wake = (): void => {};
  const told = (answer: Answer): void => {
    answers.push(answer);
    wake();
  };
  thread.addEventListener("message", ({ data }: MessageEvent<Answer>) => told(data));
  thread.addEventListener("error", ({ message }) =>
    told({ kind: "failed", message: message || "the file reader of this page could not be loaded" }),
  );
  const stopped = (): void => wake();
  signal?.addEventListener("abort", stopped);
  try {
    thread.postMessage(question);
    for (;;) {
      signal?.throwIfAborted();
      const answer = answers.shift();
      if (answer === undefined) await new Promise<void>((resolve) => (wake = resolve));
      else if (answer.kind === "end") return;
      else if (answer.kind === "failed") throw new FileProblem(answer.message);
      else yield answer;
    }
  } finally {
    signal?.removeEventListener("abort", stopped);
    thread.terminate();
  }
}

/** Why a file cannot be read, in a sentence for its user. */
export class FileProblem extends Error {}

/** The formats that can be read from files. @param kinds declared kinds, which are types of records, too */
export async function fileFormats(kinds: Kinds): Promise<readonly FormatInfo[]> {
  for await (const answer of asked({ kind: "formats", kinds })) if (answer.kind === "formats") return answer.formats;
  return [];
}

/** What files hold, in pieces, as it is read. @throws FileProblem where nothing that comes after can be read */
export async function* readFiles(
  source: {
    readonly format: string;
    readonly files: readonly File[];
    readonly options: Readonly<Record<string, string>>;
    readonly kinds: Kinds;
  },
  signal: AbortSignal,
): AsyncGenerator<readonly Item[]> {
  for await (const answer of asked({ kind: "read", ...source }, signal)) if (answer.kind === "items") yield answer.items;
}

/** Devices as a file. */
export const writeDevices = async (format: "csv" | "json", devices: readonly Device[]): Promise<Blob> =>
  await written({ kind: "write", format, devices });

/** Records of a declared kind as a file. */
export const writeRecords = async (format: "csv" | "json", type: string, kinds: Kinds, records: readonly object[]): Promise<Blob> =>
  await written({ kind: "write-records", format, type, kinds, records });

async function written(question: Question & { readonly format: string }): Promise<Blob> {
  const pieces: string[] = [];
  for await (const answer of asked(question)) if (answer.kind === "text") pieces.push(answer.text);
  return new Blob(pieces, { type: question.format === "csv" ? "text/csv;charset=utf-8" : "application/json" });
}
