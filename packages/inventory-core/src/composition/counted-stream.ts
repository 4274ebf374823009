import type { ExecuteResult } from "../contract/plugin.ts";
import { JsonList, TextFile } from "../contract/operations/result.ts";
import type { OpenGate } from "../storage/opening/open-gate.ts";

/** A result whose list or file counts as running while it is read, so that a close waits for its end. */
export function countedStream(result: ExecuteResult, gate: OpenGate): ExecuteResult {
  switch (result.kind) {
    case "list":
      return { kind: "list", value: new JsonList(counted(result.value.pages, gate)) };
    case "file":
      return { kind: "file", value: new TextFile(result.value.mediaType, result.value.name, counted(result.value.pieces, gate)) };
    default:
      return result;
  }
}

/** Where the close has waited long enough, it is the storage that ends it. */
async function* counted<T>(parts: AsyncIterable<T>, gate: OpenGate): AsyncGenerator<T> {
  gate.enter();
  try {
    yield* parts;
  } finally {
    gate.leave();
  }
}
