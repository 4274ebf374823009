import type { ImportPlanLine } from "@cadastre/client";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { finished } from "node:stream/promises";
import { CommandFailure } from "../../exit-codes.ts";

/** The last line of a plan. */
export type PlanEnd = Extract<ImportPlanLine, { kind: "end" }>;

/** Keeps a plan in a file as it comes, a line each. @returns the last line. @throws CommandFailure when the file cannot be written */
export async function keepPlan(lines: AsyncIterable<ImportPlanLine>, file: string): Promise<PlanEnd> {
  const stream = createWriteStream(file, { flags: "wx", mode: 0o600 });
  let failure: Error | undefined;
  stream.on("error", (error) => (failure = error));
  let end: PlanEnd | undefined;
  for await (const line of lines) {
    if (failure !== undefined) break;
    if (line.kind === "end") end = line;
    if (!stream.write(`${JSON.stringify(line)}\n`)) await Promise.race([once(stream, "drain"), once(stream, "close")]);
  }
  stream.end();
  await finished(stream).catch((error: Error) => (failure ??= error));
  if (failure !== undefined)
    throw new CommandFailure(`the plan cannot be saved to ${file}: ${failure.message}`, undefined, { cause: failure });
  if (end === undefined) throw new CommandFailure("the plan is incomplete");
  return end;
}

/** The lines of a plan that was kept. @throws CommandFailure when it cannot be read, or a line is not JSON */
export async function* keptLines(file: string): AsyncGenerator<ImportPlanLine> {
  let number = 0;
  const input = createReadStream(file);
  try {
    await once(input, "open");
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1;
      if (text.trim() !== "") yield JSON.parse(text) as ImportPlanLine;
    }
  } catch (error) {
    const reason = error instanceof SyntaxError ? `line ${number} is not valid JSON` : (error as Error).message;
    throw new CommandFailure(`the plan ${file} cannot be read: ${reason}`, undefined, { cause: error });
  } finally {
    input.destroy();
  }
}

/** The last line of a plan that was kept. @throws CommandFailure */
export async function endOf(file: string): Promise<PlanEnd> {
  let last: ImportPlanLine | undefined;
  for await (const line of keptLines(file)) last = line;
  if (last?.kind !== "end") throw new CommandFailure(`the plan ${file} is truncated: plan the import again`);
  return last;
}
