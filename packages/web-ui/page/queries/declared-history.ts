import type { HistoryEntry } from "@cadastre/client";
import { callEach, loadDeclared } from "./manifest.ts";

/** The history of a record of a declared kind, newest first, as the server sends it; nothing for another type. */
export async function* declaredHistory(type: string, id: string, signal?: AbortSignal): AsyncGenerator<HistoryEntry> {
  const manifest = await loadDeclared();
  const group = manifest.kinds?.find(({ name }) => name === type)?.group;
  const operation = manifest.operations.find((one) => group !== undefined && one.id === `${group}.history`);
  if (operation !== undefined) yield* callEach(manifest, operation, { id }, signal) as AsyncIterable<HistoryEntry>;
}
