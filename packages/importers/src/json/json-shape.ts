import { Tokenizer, TokenType } from "@streamparser/json";
import type { SourceFile } from "../import-format.ts";
import { badInput } from "../reading/bad-input.ts";
import { utf8Bytes } from "../reading/byte-input.ts";
import { keepMarks } from "./keep-marks.ts";

/** What a JSON file is as a whole: a list of records, an object of lists, or one record a line. */
export type JsonShape =
  | { readonly kind: "list" }
  | { readonly kind: "lines" }
  | { readonly kind: "document"; readonly sections: readonly string[] };

/**
 * Looks at a file as far as is needed to tell its shape. Only of an object all is looked at, for the order of its sections.
 * @param isSection which keys of an object are lists of records, by the key and whether it has an object: an object with none of them is a
 * record
 * @throws INVALID_INPUT for what is not JSON
 */
export async function shapeOf(file: SourceFile, isSection: (key: string, hasObject: boolean) => boolean): Promise<JsonShape> {
  const scan = new TopLevelScan();
  const hasSection = (): boolean => scan.keys.some((key) => isSection(key, scan.objects.has(key)));
  for await (const piece of utf8Bytes(file.open(), file.name)) {
    try {
      scan.write(piece);
    } catch (error) {
      // Records one a line: what is wrong with a line is told with its number.
      if (scan.isObject && !hasSection()) return { kind: "lines" };
      throw notJson(file.name, scan.keys, error);
    }
    if (scan.isList) return { kind: "list" };
    if (scan.isOver) break;
  }
  if (!scan.isObject) scan.end();
  if (!scan.isObject) throw badInput(scan.begun ? `${file.name} contains neither a list nor an object` : `${file.name} is empty`);
  if (!hasSection()) return { kind: "lines" };
  if (!scan.isOver) throw notJson(file.name, scan.keys, new Error("unexpected end"));
  return { kind: "document", sections: scan.keys };
}

function notJson(name: string, keys: readonly string[], error: unknown): Error {
  const where = keys.length === 0 ? "" : `, in or after ${keys.at(-1) ?? ""}`;
  return badInput(`${name} is not valid JSON${where}: ${(error as Error).message}`, error);
}

/** Follows the tokens of a JSON text without keeping any but the keys at its top. */
class TopLevelScan {
  readonly keys: string[] = [];
  /** Those of them that have an object. */
  readonly objects = new Set<string>();
  begun = false;
  isObject = false;
  isList = false;
  isOver = false;
  readonly #tokenizer = new Tokenizer();
  #depth = 0;
  #text: unknown;
  #afterColon = false;

  constructor() {
    keepMarks(this.#tokenizer);
    this.#tokenizer.onToken = ({ token, value }) => {
      if (!this.isOver) this.#take(token, value);
    };
  }

  write(piece: Uint8Array): void {
    this.#tokenizer.write(piece);
  }

  /** A number ends only with the file. */
  end(): void {
    try {
      this.#tokenizer.end();
    } catch {
      // What is cut off is told by whoever reads it.
    }
  }

  #take(token: TokenType, value: unknown): void {
    if (!this.begun) {
      this.begun = true;
      this.isObject = token === TokenType.LEFT_BRACE;
      this.isList = token === TokenType.LEFT_BRACKET;
    }
    if (this.#afterColon && token === TokenType.LEFT_BRACE) this.objects.add(this.keys.at(-1) as string);
    this.#afterColon = token === TokenType.COLON && this.#depth === 1;
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#depth += 1;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#depth -= 1;
    else if (token === TokenType.STRING) this.#text = value;
    else if (token === TokenType.COLON && this.#depth === 1) this.keys.push(String(this.#text));
    this.isOver = this.#depth <= 0;
  }
}
