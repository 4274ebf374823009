/** Longest word or text of a lease file; what is longer is cut, and belongs to nothing that is read. */
const MAX_TOKEN = 1024;

/** A word, a text in quotes, or one of `{`, `}` and `;`. */
export interface IscToken {
  readonly text: string;
  readonly kind: "word" | "text" | "mark";
}

/**
 * The tokens of dhcpd.leases(5). A text never goes over a line, since dhcpd writes line breaks in it as `\012`.
 * @param lines complete lines
 */
export async function* iscTokens(lines: AsyncIterable<string>): AsyncGenerator<IscToken> {
  for await (const line of lines) yield* tokensOf(line);
}

const TOKEN = /"((?:[^"\\]|\\.)*)("|$)|#.*$|([{};])|([^\s"{};#]+)/g;

function* tokensOf(line: string): Generator<IscToken> {
  for (const [, quoted, , mark, word] of line.matchAll(TOKEN)) {
    if (quoted !== undefined) yield { kind: "text", text: unescaped(quoted).slice(0, MAX_TOKEN) };
    else if (mark !== undefined) yield { kind: "mark", text: mark };
    else if (word !== undefined) yield { kind: "word", text: word.slice(0, MAX_TOKEN) };
  }
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([0-7]{3}|.)/g, (_, code: string) =>
    code.length === 3 ? String.fromCodePoint(Number.parseInt(code, 8) & 0xff) : code,
  );
}
