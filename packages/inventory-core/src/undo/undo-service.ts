import { coreErrors } from "../contract/errors/core-errors.ts";
import { type Draft, invalidField } from "../contract/errors/validation.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { JsonPieces } from "../contract/operations/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { Plan } from "../plans/plan.ts";
import type { PlanService } from "../plans/plan-service.ts";
import { privateRecords } from "../records/access/private-records.ts";
import type { RecordKinds } from "../records/record-kinds.ts";
import { KINDS, type NetChange, NOTHING, type PastChange, pastChange } from "./past-change.ts";
import { partOf } from "./part-of-change.ts";
import type { ChangeUndo, RecordOfChange } from "./undo.ts";
import { UNDO_STEP } from "./undo-step.ts";
import { undoErrors } from "./undo.errors.ts";
import { describe, type Image } from "./undoing.ts";

export const UNDO = serviceToken<UndoService>("undo");

/** Takes changes back: each makes a plan, and changes nothing by itself. */
export class UndoService {
  readonly #storage: OpenStorage;
  readonly #plans: PlanService;
  readonly #declared: RecordKinds;

  constructor(storage: OpenStorage, plans: PlanService, declared: RecordKinds) {
    this.#storage = storage;
    this.#plans = plans;
    this.#declared = declared;
  }

  /** The plan of an undo that was made before. @throws NOT_FOUND */
  async plan(id: string, call: CallContext): Promise<JsonPieces<Plan>> {
    return await this.#plans.get(id, call);
  }

  /**
   * @param draft names the record, unless the whole change is to be taken back
   * @throws CHANGE_NOT_FOUND, VALIDATION_ERROR for a record that is not of the change, CONFLICT when nothing is left to take back, when
   * records of the change depend on the record, or when a rule forbids it, FORBIDDEN
   */
  async undo(changeId: string, draft: Draft<ChangeUndo>, call: CallContext): Promise<JsonPieces<Plan>> {
    const { record } = draft.valid();
    const declared = this.#declared.all.filter(({ doors }) => doors.has("undo"));
    const kinds = [...KINDS, ...declared.map(({ name }) => name)];
    if (record !== undefined && !kinds.includes(record.type)) throw invalidField("record.type", `must be one of ${kinds.join(", ")}`);
    const whole = await pastChange(this.#storage.read, changeId, this.#declared);
    if (whole === undefined || !this.#isSeen(whole, record, call)) throw undoErrors.CHANGE_NOT_FOUND({ id: changeId });
    this.#plans.mayReadTypes(call, record === undefined ? [...whole.records.keys()] : [record.type]);
    const past = record === undefined ? whole : partOf(whole, record);
    if (![...past.records.values()].some(({ size }) => size > 0))
      throw coreErrors.CONFLICT({ reason: "the change made nothing of the inventory that could be taken back" });
    const others = sizeOf(whole) - sizeOf(past);
    const body = { change_id: past.id, ...(record !== undefined && { record, other_records: others }) };
    const plan = {
      title: titleOf(past, record, this.#declared),
      description: descriptionOf(past, others),
      steps: [{ operation: UNDO_STEP, body }],
    };
    return await this.#plans.make(plan, call, { undoes: past.id, idle: NOTHING_LEFT });
  }

  /** Whether a caller may see the record of a change, or any of its records. */
  #isSeen({ records }: PastChange, record: RecordOfChange | undefined, { principal }: CallContext): boolean {
    const shows = (kind: string, net: NetChange): boolean => privateRecords(this.#declared).shows(principal, kind, imagesOf(net));
    const named = record && records.get(record.type)?.get(record.id);
    if (record !== undefined && named !== undefined) return shows(record.type, named);
    const all = [...records].flatMap(([kind, own]) => [...own.values()].map((net) => [kind, net] as const));
    return all.length === 0 || all.some(([kind, net]) => shows(kind, net));
  }
}

const imagesOf = ({ before, after }: NetChange): readonly unknown[] => [JSON.parse(before), JSON.parse(after)];

const sizeOf = ({ records }: PastChange): number => [...records.values()].reduce((sum, { size }) => sum + size, 0);

/** @param others number of records of the change that the plan leaves as they are */
function descriptionOf({ at, by }: PastChange, others: number): string {
  const sentence = `Reverts the change by ${by === "" ? "the server" : by} of ${at}.`;
  if (others === 0) return sentence;
  return `${sentence} ${others} other ${others === 1 ? "record of the change stays as it is" : "records of the change stay as they are"}.`;
}

/** Why there is no plan that would do nothing. */
const NOTHING_LEFT = "nothing of the change is left to take back";

/** Longest title of a plan. */
const MAX_TITLE = 255;

const UNDO_WORD = "Undo ";
const REDO_WORD = "Redo ";

/** What the plan is called: after the record, the plan that made the change, or what it changed. */
function titleOf({ planTitle, records }: PastChange, record: RecordOfChange | undefined, declared: RecordKinds): string {
  const kind = record && declared.find(record.type)?.kind;
  // Lists and events show titles to others, too.
  if (kind?.owner === true) return `${UNDO_WORD}the change of a ${kind.one}`;
  if (record !== undefined) {
    const net = records.get(record.type)?.get(record.id) as NetChange;
    const image = JSON.parse(net.after === NOTHING ? net.before : net.after) as Image;
    return `${UNDO_WORD}the change of ${describe(record.type, image)}`.slice(0, MAX_TITLE);
  }
  if (planTitle?.startsWith(UNDO_WORD) === true) return `${REDO_WORD}${planTitle.slice(UNDO_WORD.length)}`;
  if (planTitle?.startsWith(REDO_WORD) === true) return `${UNDO_WORD}${planTitle.slice(REDO_WORD.length)}`;
  if (planTitle !== undefined) return `${UNDO_WORD}${planTitle}`.slice(0, MAX_TITLE);
  const kinds = new Set<string>([...KINDS, ...records.keys()]);
  const counts = [...kinds].flatMap((kind) => {
    const count = records.get(kind)?.size ?? 0;
    return count === 0 ? [] : [`${count} ${kind.replaceAll("_", " ")}${count === 1 ? "" : "s"}`];
  });
  const last = counts.pop();
  return `${UNDO_WORD}a change of ${counts.length === 0 ? last : `${counts.join(", ")} and ${last}`}`;
}
