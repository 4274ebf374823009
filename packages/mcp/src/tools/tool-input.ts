import { type AnyOperation, type ExecuteInput, Problems } from "@cadastre/inventory-core";
import { type Cursor, parseCursor } from "./cursor.ts";
import type { OperationTool } from "./operation-tool.ts";
import { takesDryRun } from "./tool-schemas.ts";

type Given = Readonly<Record<string, unknown>>;

const takesCursor = ({ http, output }: AnyOperation): boolean => http.method === "GET" && output.kind !== "empty";

/**
 * The arguments of a call as the engine reads them: path, query and body each when it asks for it, so that nothing is said
 * of any before the permission is settled.
 */
export class ToolInput implements ExecuteInput {
  readonly #tool: OperationTool;
  readonly #given: Given;
  #params: Readonly<Record<string, string>> | undefined;

  constructor(tool: OperationTool, given: Given) {
    this.#tool = tool;
    this.#given = given;
  }

  /** Anything but a plain `false` keeps the call from being carried out; {@link params} complains of what is not a boolean. */
  get isDryRun(): boolean {
    return takesDryRun(this.#tool.operation) && this.#given["dry_run"] !== undefined && this.#given["dry_run"] !== false;
  }

  /** Where to go on; null for the beginning. @throws VALIDATION_ERROR */
  get cursor(): Cursor | null {
    const { cursor } = this.#given;
    return cursor === undefined || cursor === null ? null : parseCursor(cursor, this.#tool, this.#given);
  }

  /** @throws VALIDATION_ERROR for these, for arguments that there are not, and for the cursor and dry_run */
  get params(): Readonly<Record<string, string>> {
    return (this.#params ??= this.#check());
  }

  get query(): Given {
    const query = this.#pick(this.#tool.arguments.query);
    const problems = new Problems();
    for (const [name, value] of Object.entries(query)) refuseNul(problems, name, value);
    problems.throwIfAny();
    return query;
  }

  readonly body = async (): Promise<Given> => this.#pick(this.#tool.arguments.body, true);

  #check(): Readonly<Record<string, string>> {
    const {
      operation,
      arguments: { params, query, body },
    } = this.#tool;
    const problems = new Problems();
    const own = [...(takesCursor(operation) ? ["cursor"] : []), ...(takesDryRun(operation) ? ["dry_run"] : [])];
    const known = new Set([...params, ...query, ...body, ...own]);
    for (const name of Object.keys(this.#given)) {
      if (!known.has(name))
        problems.add(name, `is not an argument of this tool: valid arguments are ${known.size === 0 ? "none" : [...known].join(", ")}`);
    }
    for (const name of params) {
      const value = this.#given[name];
      if (typeof value !== "string" || value === "") problems.add(name, "must be a non-empty string");
      refuseNul(problems, name, value);
    }
    for (const name of operation.toolNeeds ?? []) if ((this.#given[name] ?? null) === null) problems.add(name, "is required");
    const dryRun = this.#given["dry_run"];
    if (known.has("dry_run") && dryRun !== undefined && typeof dryRun !== "boolean") problems.add("dry_run", "must be true or false");
    problems.throwIfAny();
    // Whatever is wrong with it is told before anything is done.
    if (known.has("cursor")) void this.cursor;
    return this.#pick(params) as Readonly<Record<string, string>>;
  }

  /** @param nulls whether a null is a value (of a body) or none at all (of a query) */
  #pick(names: readonly string[], nulls = false): Given {
    const given = this.#given;
    return Object.fromEntries(
      names.filter((name) => Object.hasOwn(given, name) && (nulls || given[name] !== null)).map((name) => [name, given[name]]),
    );
  }
}

/** No storage takes it. */
function refuseNul(problems: Problems, name: string, value: unknown): void {
  for (const text of Array.isArray(value) ? value : [value]) {
    if (typeof text === "string" && text.includes("\u0000")) problems.add(name, "must not contain NUL characters");
  }
}
