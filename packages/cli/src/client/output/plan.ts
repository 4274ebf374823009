import type { PlanEffects, PlanReading } from "@cadastre/client";
import { differences } from "./differences.ts";
import { type Look, writeList, writeRecord } from "./formats.ts";
import { safeText } from "./safe-text.ts";
import type { Row } from "./table.ts";
import type { Out } from "./write-out.ts";

const COLUMNS = ["action", "type", "name", "change"] as const;

/** A plan for people: what it is, and a line for each record that it changes. */
export async function writePlan(out: Out, record: Row, look: Look): Promise<void> {
  const { effects, steps, groups, ...head } = record as unknown as PlanReading;
  await writeRecord(out, { ...head, steps: steps.length, groups: groups.map(groupText).join("; ") }, look);
  if (effects === undefined) return;
  await out.line("");
  const { readable: _, ...plain } = look;
  await writeList(out, rowsOf(effects), { ...plain, columns: COLUMNS, allColumns: COLUMNS });
  for (const [what, sentences] of [
    ["opens a conflict", effects.conflicts_opened.map(({ description }) => description)],
    ["closes a conflict", effects.conflicts_closed.map(({ description }) => description)],
    ["warning", effects.warnings],
  ] as const)
    for (const sentence of sentences) await out.line(safeText(`${what}: ${sentence}`));
}

const groupText = ({ action, type, fields, count }: PlanReading["groups"][number]): string =>
  `${action} ${count} ${type}${fields.length === 0 ? "" : ` (${fields.join(", ")})`}`;

async function* rowsOf({ records }: PlanEffects): AsyncGenerator<Row> {
  // What the plan is about people know by name.
  const names = new Map<unknown, string>(records.flatMap(({ id, name }) => (name === "" ? [] : [[id, name] as const])));
  for (const { action, type, name, before, after } of records) {
    const isUpdate = before !== null && after !== null;
    yield { action, type, name, change: isUpdate ? differences(before as Row, after as Row, names) : "" };
  }
}
