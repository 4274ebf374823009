import { createHash, type Hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { parseAll } from "../../contract/errors/validation.ts";
import { importErrors } from "../import.errors.ts";
import { type ImportCounts, PLAN_VERSION, PlanEnd, PlanHeader, type PlanLine, PlanProblem, PlanStep } from "./import-plan.ts";

/** The digest of lines, each as its JSON text. */
export class PlanDigest {
  readonly #hash: Hash = createHash("sha256");

  add(text: string): void {
    this.#hash.update(text).update("\n");
  }

  end(): string {
    return this.#hash.digest("hex");
  }
}

/** No row yet. */
export function noCounts(): ImportCounts {
  return { rows: 0, create: 0, update: 0, unchanged: 0, conflict: 0, error: 0, warning: 0 };
}

/** Counts a line. */
export function countLine(counts: ImportCounts, line: PlanLine): void {
  if (line.kind === "problem") counts[line.severity] += 1;
  if (line.kind === "step") counts[line.action] += 1;
  if (line.kind === "step" || (line.kind === "problem" && line.severity === "error")) counts.rows += 1;
}

/** Lines that are read between two turns of the event loop. */
const READ_TOGETHER = 200;

/** Size of a piece of a plan that is kept. */
const PIECE_LENGTH = 64 * 1024;

/** What writing a plan takes the permission for. */
export interface Need {
  /** Type of the records. */
  readonly type: string;
  readonly action: "create" | "update";
}

/** Steps and problems of a plan, kept as bytes: they are read several times, and are many. */
export class KeptPlan {
  readonly #needs = new Map<string, Need>();
  readonly #pieces: Buffer[] = [];
  readonly #limitBytes: number;
  #open: string[] = [];
  #openLength = 0;
  #bytes = 0;

  private constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /**
   * Reads a plan to its end.
   * @throws PLAN_DAMAGED, PLAN_TOO_LARGE, VALIDATION_ERROR when a line is no line of a plan
   */
  static async read(
    lines: AsyncIterable<unknown> | Iterable<unknown>,
    limitBytes: number,
  ): Promise<{ readonly plan: KeptPlan; readonly end: PlanEnd }> {
    const plan = new KeptPlan(limitBytes);
    const digest = new PlanDigest();
    let number = 0;
    let end: PlanEnd | undefined;
    for await (const value of lines) {
      if (end !== undefined) throw importErrors.PLAN_DAMAGED({ reason: "something follows its last line" });
      number += 1;
      const { kind } = (value ?? {}) as { readonly kind?: unknown };
      if (number === 1) {
        if (kind !== "plan") throw importErrors.PLAN_DAMAGED({ reason: "its first line is missing" });
        parseAll(PlanHeader, value);
      } else if (kind === "end") {
        end = parseAll(PlanEnd, value);
        continue;
      } else if (kind === "step") plan.#note(parseAll(PlanStep, value));
      else if (kind === "problem") parseAll(PlanProblem, value);
      else throw importErrors.PLAN_DAMAGED({ reason: `its line ${number} is neither a step nor a problem` });
      if (number % READ_TOGETHER === 0) await setImmediate();
      const text = JSON.stringify(value);
      digest.add(text);
      if (number > 1) plan.#add(text);
    }
    if (end === undefined) throw importErrors.PLAN_DAMAGED({ reason: "its last line is missing" });
    if (digest.end() !== end.digest) throw importErrors.PLAN_DAMAGED({ reason: "it is not as it was made" });
    plan.#close();
    return { plan, end };
  }

  /** What it does to records of which type. */
  get needs(): readonly Need[] {
    return [...this.#needs.values()];
  }

  #note({ action, row }: PlanStep): void {
    if (action === "create" || action === "update") this.#needs.set(`${row.type} ${action}`, { type: row.type, action });
  }

  #add(text: string): void {
    this.#open.push(text);
    this.#openLength += text.length + 1;
    if (this.#openLength >= PIECE_LENGTH) this.#close();
  }

  #close(): void {
    if (this.#open.length === 0) return;
    const piece = Buffer.from(this.#open.join("\n"));
    this.#bytes += piece.length;
    if (this.#bytes > this.#limitBytes) throw importErrors.PLAN_TOO_LARGE({ limit: this.#limitBytes });
    this.#pieces.push(piece);
    this.#open = [];
    this.#openLength = 0;
  }

  /** Its steps and problems, each with its JSON text, with turns of the event loop in between. */
  async *lines(): AsyncGenerator<{ readonly text: string; readonly line: PlanStep | (PlanLine & { readonly kind: "problem" }) }> {
    for (const piece of this.#pieces) {
      for (const text of piece.toString("utf8").split("\n")) yield { text, line: JSON.parse(text) as PlanStep };
      await setImmediate();
    }
  }
}

/** The first line of a plan. */
export const HEADER: PlanLine = { kind: "plan", version: PLAN_VERSION };
