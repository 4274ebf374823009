import type { Line } from "./line.ts";

/** Longest word or text of a lease file; longer ones are cut, and no statement that is read has them. */
const MAX_TOKEN = 1024;

/** A word, a text in quotes, or one of `{`, `}` and `;`. */
export interface IscToken {
  readonly line: number;
  readonly text: string;
  readonly kind: "word" | "text" | "mark";
}

/** Reads the tokens of dhcpd.leases(5). A text ends on its line, because dhcpd writes line breaks in it as `\012`. */
export async function* iscTokens(lines: AsyncIterable<Line>): AsyncGenerator<IscToken> {
  for await (const line of lines) yield* tokensOf(line);
}

const TOKEN = /"((?:[^"\\]|\\.)*)("|$)|#.*$|([{};])|([^\s"{};#]+)/g;

function* tokensOf({ line, text }: Line): Generator<IscToken> {
  for (const [, quoted, , mark, word] of text.matchAll(TOKEN)) {
    if (quoted !== undefined) yield { line, kind: "text", text: unescaped(quoted).slice(0, MAX_TOKEN) };
    else if (mark !== undefined) yield { line, kind: "mark", text: mark };
    else if (word !== undefined) yield { line, kind: "word", text: word.slice(0, MAX_TOKEN) };
  }
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([0-7]{3}|.)/g, (_, code: string) =>
    code.length === 3 ? String.fromCodePoint(Number.parseInt(code, 8) & 0xff) : code,
  );
}
