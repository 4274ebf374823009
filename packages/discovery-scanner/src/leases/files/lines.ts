import type { Line } from "@cadastre/importers/readers";
import { isTurnOver, nextTurn } from "@cadastre/inventory-core/scanning";

/** Longest line of a lease file; what is longer is left out. */
const MAX_LINE = 8192;

/**
 * The complete lines of a file that is written meanwhile: what comes after the last line break is not finished yet.
 * @param chunks of a file, as they are read
 */
export async function* completeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let rest = "";
  let isTooLong = false;
  let number = 0;
  for await (const chunk of chunks) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts.pop() as string;
    for (const text of parts) {
      number += 1;
      // A chunk may have thousands of lines of which none makes an entry.
      if (isTurnOver()) await nextTurn();
      if (!isTooLong && text.length <= MAX_LINE) yield { line: number, text: text.endsWith("\r") ? text.slice(0, -1) : text };
      isTooLong = false;
    }
    if (rest.length > MAX_LINE) {
      rest = "";
      isTooLong = true;
    }
  }
}
