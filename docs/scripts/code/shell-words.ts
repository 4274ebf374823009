/** A simple command of a shell: what is set for it, its name and its arguments. Quotes are taken off. */
export interface ShellCommand {
  readonly assignments: ReadonlyMap<string, string>;
  readonly words: readonly string[];
}

const OPERATOR = /^(?:&&|\|\||[;|&\n])/;
const REDIRECTION = /^(?:\d*(?:>>|>&|>|<<<|<&|<))(?!\()/;

/**
 * Reads shell code as far as pages need it: words, quotes, comments, variables (left as they are: `$POOL`), pipes and
 * lists, redirections (left out), and the commands within `$(…)` and `<(…)`, which stand before the one they are part of.
 * Loops, functions and here-documents are none of its business.
 * @throws with what it cannot read
 */
export function shellCommands(code: string): readonly ShellCommand[] {
  return new Reader(code).commands();
}

class Reader {
  readonly #code: string;
  #at = 0;
  readonly #found: ShellCommand[] = [];

  constructor(code: string) {
    this.#code = code;
  }

  /** @param closing ends the code, and is passed over: `)` of a substitution */
  commands(closing?: string): readonly ShellCommand[] {
    let words: string[] = [];
    const end = (): void => {
      const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/s.test(word));
      const set = words.slice(0, first < 0 ? words.length : first);
      if (words.length > 0)
        this.#found.push({
          assignments: new Map(set.map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)])),
          words: first < 0 ? [] : words.slice(first),
        });
      words = [];
    };
    for (;;) {
      this.#skip(/^(?:[ \t]|\\\n)+/);
      const rest = this.#code.slice(this.#at);
      if (rest === "" && closing === undefined) break;
      if (rest === "") throw new Error(`${closing} is missing`);
      if (closing !== undefined && rest.startsWith(closing)) {
        this.#at += closing.length;
        break;
      }
      if (rest.startsWith("#")) this.#skip(/^[^\n]*/);
      else if (this.#skip(OPERATOR)) end();
      else if (this.#skip(REDIRECTION)) {
        this.#skip(/^[ \t]+/);
        this.#word();
      } else words.push(this.#word());
    }
    end();
    return this.#found;
  }

  #skip(pattern: RegExp): boolean {
    const length = pattern.exec(this.#code.slice(this.#at))?.[0].length ?? 0;
    this.#at += length;
    return length > 0;
  }

  #word(): string {
    let word = "";
    while ((this.#at < this.#code.length && !/[\s;|&<>)]/.test(this.#here(1))) || this.#here(2) === "<(") {
      if (this.#here(1) === "'") word += this.#until("'", 1);
      else if (this.#here(1) === '"') word += this.#doubleQuoted();
      else word += this.#piece();
    }
    if (word === "" && !/['"]/.test(this.#code[this.#at - 1] ?? ""))
      throw new Error(`it cannot be read at ${JSON.stringify(this.#here(20))}`);
    return word;
  }

  #doubleQuoted(): string {
    let text = "";
    this.#at += 1;
    while (this.#here(1) !== '"') {
      if (this.#at >= this.#code.length) throw new Error('" is missing');
      text += this.#piece();
    }
    this.#at += 1;
    return text;
  }

  /** A character, an escaped one, or a substitution, of which the first command is kept as a mark. */
  #piece(): string {
    if (this.#here(2) === "$(" || this.#here(2) === "<(") {
      this.#at += 2;
      const inner = new Reader(this.#code);
      inner.#at = this.#at;
      this.#found.push(...inner.commands(")"));
      this.#at = inner.#at;
      return "$SUBSTITUTED";
    }
    if (this.#here(2) === "${") return this.#until("}", 0) + "}";
    if (this.#here(1) === "\\") this.#at += 1;
    this.#at += 1;
    return this.#code[this.#at - 1] ?? "";
  }

  /** What stands before a mark, which is passed over; begins `skip` characters further on. */
  #until(mark: string, skip: number): string {
    const end = this.#code.indexOf(mark, this.#at + skip);
    if (end < 0) throw new Error(`${mark} is missing`);
    const text = this.#code.slice(this.#at + skip, end);
    this.#at = end + 1;
    return text;
  }

  #here(length: number): string {
    return this.#code.slice(this.#at, this.#at + length);
  }
}
