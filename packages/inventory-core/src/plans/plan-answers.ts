import { coreErrors } from "../contract/errors/core-errors.ts";
import { invalidField } from "../contract/errors/validation.ts";
import { etagOf } from "../contract/operations/etag.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import { JsonPieces, JsonText } from "../contract/operations/result.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import { withRecordedImages } from "./effects/recorded-images.ts";
import { type EffectPart, effectPage, effectPieces, effectsPart, readEffects, readParts } from "./effects/stored-effects.ts";
import type { Plan, PlanEffectPage, PlanEffectQuery, PlanEffects, PlanReading } from "./plan.ts";
import type { PlanRow } from "./plan.entity.ts";
import { digestOfPlan, groupsOf, historyOf, statusOf } from "./plan-rows.ts";

/** The texts of a plan around its effects. */
function around(row: PlanRow, stale: boolean | null): readonly [start: string, end: string] {
  const { id, title, description } = row;
  const head = JSON.stringify({ id, title, description, status: statusOf(row) }).slice(0, -1);
  const end = JSON.stringify({ groups: groupsOf(row), digest: digestOfPlan(row), stale, ...historyOf(row) }).slice(1);
  return [`${head},"steps":${row.steps},`, end];
}

/** A plan without its effects. */
export const briefText = (row: PlanRow, stale: boolean | null): JsonText<PlanReading> => new JsonText(around(row, stale).join(""));

/** A plan with its effects, which are read as they are sent. */
export function planPieces(row: PlanRow, stale: boolean | null, parts: AsyncIterable<readonly EffectPart[]>): JsonPieces<Plan> {
  const [start, end] = around(row, stale);
  async function* pieces(): AsyncGenerator<string | Uint8Array> {
    yield `${start}"effects":`;
    yield* effectPieces(parts);
    yield `,${end}`;
  }
  return new JsonPieces(pieces(), etagOf(end), async (at, most) => {
    const { effects, lengths } = await effectsPart(parts, at, most);
    return { record: { ...(JSON.parse(`${start}${end}`) as Omit<Plan, "effects">), effects } as Plan, lengths };
  });
}

/** {@link planPieces} of a stored plan. @throws UNAVAILABLE while it is read, if it was refreshed or closed since its row was read */
export const storedPieces = (storage: OpenStorage, row: PlanRow, stale: boolean | null, call: CallContext): JsonPieces<Plan> =>
  planPieces(row, stale, storedParts(storage, row, call));

async function* storedParts(
  storage: OpenStorage,
  row: PlanRow,
  { signal }: CallContext,
  from?: number,
): AsyncGenerator<readonly EffectPart[]> {
  let isFirst = true;
  for await (const page of readParts(storage, row, { from, signal })) {
    const isSame = "select 1 as one from plan where id = ? and basis = ?";
    if (isFirst && (await storage.read.get(isSame, [row.id, row.basis])) === undefined)
      throw coreErrors.UNAVAILABLE({ reason: "the plan changed while it was read" }, { retryAfterSeconds: 1 });
    isFirst = false;
    yield page;
  }
}

/** A page of the effects of a plan. @throws VALIDATION_ERROR for a wrong `after` */
export async function effectPageOf(
  storage: OpenStorage,
  row: PlanRow,
  { after, images = false, ...filter }: PlanEffectQuery,
  call: CallContext,
): Promise<PlanEffectPage> {
  const place = positionOf(after);
  const { records, positions, next } = await effectPage(storedParts(storage, row, call, place[0]), groupsOf(row), {
    ...filter,
    after: place,
  });
  const others = after === undefined ? await readEffects(storage.read, row, "others") : NO_EFFECTS;
  const shown = images && row.change_id !== null ? await withRecordedImages(storage.read, row.change_id, records) : records;
  // Images may be so long that the rest of the effects is the next page.
  const end = positions[shown.length] ?? next;
  return { ...others, digest: digestOfPlan(row), records: [...shown], next: end === null ? null : end.join("-") };
}

const NO_EFFECTS: PlanEffects = { records: [], conflicts_opened: [], conflicts_closed: [], warnings: [] };

/** One page as pages. */
export async function* onePage<T>(page: T): AsyncGenerator<T> {
  yield page;
}

/** @throws VALIDATION_ERROR for a text that no page has as `next` */
function positionOf(after: string | undefined): readonly [part: number, index: number] {
  if (after === undefined) return [0, 0];
  const [, part, index] = /^(\d{1,7})-(\d{1,7})$/.exec(after) ?? [];
  if (part === undefined) throw invalidField("after", "is not a position in the effects: use the value of next");
  return [Number(part), Number(index)];
}
