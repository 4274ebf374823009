import { isTurnOver, turnUnderLock } from "../background/loop-turn.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import { isEngineError } from "../contract/errors/error.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { FieldRecord } from "../fields/own-fields.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { planWarnings } from "../contract/storage/plan-warnings.ts";
import { type Kind, type NetChange, NOTHING, type PastChange } from "./past-change.ts";
import { sameValue } from "../contract/storage/changed-fields.ts";
import type { Images } from "./present-records.ts";
import type { OwnFieldsBack } from "./own-fields-back.ts";

/** A record at some time, as callers see it. */
export type Image = Readonly<Record<string, unknown>>;

/** A record that was there before a change and after it. */
export interface ChangedImage {
  readonly id: string;
  readonly was: Image;
  readonly is: Image;
  /** As it was when taking the change back began. */
  readonly now: Image;
  /** Characters of the texts that the log has of it. */
  readonly length: number;
}

/** Fields of which a record says itself when it was written, or that follow from other records. */
const OF_ITSELF: ReadonlySet<string> = new Set(["id", "created_at", "updated_at", "parent_id", "fields"]);

/** Taking a change back, on an open change: what the steps of it share. */
export class Undoing {
  readonly change: Change;
  readonly call: CallContext;
  readonly past: PastChange;
  /** The records of the past change, as they were when taking it back began. */
  readonly present: Images;
  readonly own: OwnFieldsBack;
  /** Whether records that others name are there: spaces, and datacenters, which are as they were before anybody asks. */
  readonly #named = new Map<string, boolean>();

  constructor(given: {
    readonly change: Change;
    readonly call: CallContext;
    readonly past: PastChange;
    readonly present: Images;
    readonly own: OwnFieldsBack;
  }) {
    ({ change: this.change, call: this.call, past: this.past, present: this.present, own: this.own } = given);
  }

  /** Says something of what is taken back, or stays. */
  warn(sentence: string): void {
    planWarnings.of(this.change).push(sentence);
  }

  /** Texts of records of a kind before and after the past change, with turns for others. Records are parsed where they are needed. */
  async *#net(kind: Kind): AsyncGenerator<NetChange & { readonly id: string }, void> {
    for (const [id, { before, after }] of this.past.records.get(kind) ?? []) {
      if (isTurnOver()) await turnUnderLock();
      yield { id, before, after };
    }
  }

  /** Records that the past change made, and that are there. */
  async created(kind: Kind): Promise<string[]> {
    const ids: string[] = [];
    for await (const { id, before } of this.#net(kind)) if (before === NOTHING && this.#isPresent(kind, id)) ids.push(id);
    return ids;
  }

  /** Records that the past change deleted, and that are not there, as they were. */
  async *deleted(kind: Kind): AsyncGenerator<Image & { readonly id: string }, void> {
    for await (const { id, before, after } of this.#net(kind)) {
      if (before === NOTHING || after !== NOTHING) continue;
      const was = JSON.parse(before) as Image;
      if (!this.#isPresent(kind, id)) yield { ...was, id };
      else this.warn(`${describe(kind, was)} is there again already`);
    }
  }

  /** Records that the past change changed, and that are there. */
  async *changed(kind: Kind): AsyncGenerator<ChangedImage, void> {
    for await (const { id, before, after } of this.#net(kind)) {
      if (before === NOTHING || after === NOTHING) continue;
      const is = JSON.parse(after) as Image;
      // Most records are as the change left them.
      const now = this.present.get(kind)?.get(id) === after ? is : this.now(kind, id);
      if (now === undefined) this.warn(`${describe(kind, is)} is deleted by now, and is not changed back`);
      else yield { id, was: JSON.parse(before) as Image, is, now, length: before.length + after.length };
    }
  }

  #isPresent(kind: Kind, id: string): boolean {
    return this.present.get(kind)?.has(id) === true;
  }

  /** A record as it was when taking the change back began; undefined when it was not there. */
  now(kind: Kind, id: string): Image | undefined {
    const text = this.present.get(kind)?.get(id);
    return text === undefined ? undefined : (JSON.parse(text) as Image);
  }

  /**
   * The fields of a record that go back to what they were. Those that somebody changed since stay, and are told of. Fields of one's own,
   * the time of change and what follows from other records are not among them.
   * @param except fields that are looked at elsewhere
   */
  fieldsBack(kind: Kind, { was, is, now }: ChangedImage, except: ReadonlySet<string> = new Set()): Record<string, unknown> {
    const back: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(was)) {
      // A field that one of the two does not have came with a later version.
      if (OF_ITSELF.has(name) || except.has(name) || !Object.hasOwn(is, name) || sameValue(value, is[name])) continue;
      if (sameValue(now[name], is[name])) back[name] = value;
      else if (!sameValue(now[name], value)) this.stays(kind, now, name);
    }
    return back;
  }

  /** Says that a field was changed since. */
  stays(kind: Kind, now: Image, field: string): void {
    this.warn(`${field} of ${describe(kind, now)} was changed since, and stays`);
  }

  /** {@link fieldsBack} of fields of one's own, which are added where there are some. */
  async ownBack(kind: FieldRecord, { was, is, now }: ChangedImage, back: Record<string, unknown>): Promise<void> {
    const images = { was: was["fields"], is: is["fields"], now: now["fields"] };
    const own = await this.own.back(kind, images, describe(kind, now), (sentence) => this.warn(sentence));
    if (Object.keys(own).length > 0) back["fields"] = own;
  }

  /** The id of a record that another names, where it is there; otherwise it is named no more, which is told. */
  async namedRecord(of: string, field: string, id: unknown, target: "space" | "datacenter"): Promise<string | null> {
    if (typeof id !== "string") return null;
    const isThere = this.#named.get(id) ?? (await this.change.get(`select 1 as one from ${target} where id = ?`, [id])) !== undefined;
    this.#named.set(id, isThere);
    if (isThere) return id;
    this.warn(`${of} has no ${field}: the ${target} that it named is deleted`);
    return null;
  }

  /** Does a part of it. @throws CONFLICT saying what cannot be taken back, where a rule speaks against it */
  async attempt<T>(what: string, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      // Every later flush would check all records that the unit of work holds.
      await this.nextPart();
      return result;
    } catch (error) {
      if (!isEngineError(error) || error.kind === "unavailable" || error.kind === "internal" || error.kind === "forbidden") throw error;
      throw coreErrors.CONFLICT({ reason: `${what}: ${error.message}` });
    }
  }

  /** What one part has in hand is no longer what the next one finds in the rows. */
  async nextPart(): Promise<void> {
    await this.change.em.flush();
    this.change.em.clear();
  }
}

/** A record as sentences name it. */
export function describe(kind: Kind, image: Image): string {
  const name = ["name", "ip", "ip_address", "scan_type", "type"]
    .map((field) => image[field])
    .find((value) => typeof value === "string" && value !== "");
  return `the ${kind.replaceAll("_", " ")} ${String(name ?? image["id"])}`;
}
