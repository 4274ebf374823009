import type { Line } from "../readers/line.ts";
import { badInput } from "./bad-input.ts";
import { textOf } from "./byte-input.ts";

/** Longest line that is read, in characters; longer ones are no lines of a text file. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** The lines of a text file, ended by LF, CRLF, or the end of the file. @throws INVALID_INPUT */
export async function* linesOf(source: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Line> {
  let rest: string[] = [];
  let restLength = 0;
  let line = 1;
  const take = (end: string): Line => {
    const text = rest.length === 0 ? end : rest.join("") + end;
    rest = [];
    restLength = 0;
    return { line: line++, text: text.endsWith("\r") ? text.slice(0, -1) : text };
  };
  for await (const text of textOf(source, name)) {
    let from = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
      yield take(text.slice(from, at));
      from = at + 1;
    }
    rest.push(text.slice(from));
    restLength += text.length - from;
    if (restLength > MAX_CHARACTERS) throw badInput(`line ${line} of ${name} is longer than ${MAX_CHARACTERS} characters`);
  }
  if (restLength > 0) yield take("");
}
