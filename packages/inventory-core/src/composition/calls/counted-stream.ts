import type { ExecuteResult } from "../../contract/plugin.ts";
import { JsonList, TextFile } from "../../contract/operations/result.ts";
import type { OpenGate } from "../../storage/opening/open-gate.ts";

/** A result whose list or file counts as running while it is read, so that a close waits for its end. */
export function countedStream(result: ExecuteResult, gate: OpenGate): ExecuteResult {
  switch (result.kind) {
    case "list":
      return { kind: "list", value: new JsonList(counted(result.value.pages, gate), result.value.place) };
    case "file":
      return { kind: "file", value: new TextFile(result.value.mediaType, result.value.name, counted(result.value.pieces, gate)) };
    default:
      return result;
  }
}

/**
 * The parts of a source, which count as running until they are read or given up. A close that has waited long enough ends the source,
 * so that storage has nothing to wait for; its reader gets the error of the gate, if it ever asks again.
 */
async function* counted<T>(parts: AsyncIterable<T>, gate: OpenGate): AsyncGenerator<T> {
  const source = parts[Symbol.asyncIterator]();
  let ended: Error | undefined;
  const leave = gate.enterList({
    end: async (error) => {
      ended = error;
      // Not awaited: a page that never comes would keep the close waiting.
      void source.return?.().catch(() => {});
    },
  });
  try {
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      yield next.value;
      if (ended !== undefined) throw ended;
    }
  } finally {
    leave();
    await source.return?.();
  }
}
