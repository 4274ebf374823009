import { CadastreError, type Client, etagOf } from "@cadastre/client";
import { computed, type ComputedRef, reactive, type Ref, shallowRef, type UnwrapNestedRefs, watch } from "vue";
import { ask } from "../../api/service.ts";
import { valueIn } from "../../texts/described.ts";
import { valueText } from "../../texts/field-values.ts";
import { type ChangedField, changedFields } from "./changed-fields.ts";
import { DraftChanges } from "./draft-changes.ts";
import { useSubmit } from "./use-submit.ts";

/** The calls of a form. */
export interface RecordCalls<T extends object, Body extends object = Readonly<Record<string, unknown>>> {
  readonly read: (id: string) => Promise<T>;
  readonly create: (body: Body) => Promise<T>;
  /** Makes the change, provided that the record still is as it was read. */
  readonly change: (id: string, changed: Partial<Body>, was: object) => Promise<T>;
  readonly remove?: (id: string) => Promise<unknown>;
}

interface Group<T> {
  delete(id: string): PromiseLike<unknown>;
  get(id: string): PromiseLike<T>;
  create(body: never): PromiseLike<T>;
  update(id: string, body: never, options: { readonly ifMatch: string }): PromiseLike<T>;
}

/** The calls of a group of the client. */
export const callsOf = <T extends object, Body extends object = Readonly<Record<string, unknown>>>(
  group: (service: Client) => Group<T>,
): RecordCalls<T, Body> => ({
  read: async (id) => await ask((service) => group(service).get(id)),
  create: async (body) => await ask((service) => group(service).create(body as never)),
  change: async (id, changed, was) => await ask((service) => group(service).update(id, changed as never, { ifMatch: etagOf(was) })),
  remove: async (id) => await ask((service) => group(service).delete(id)),
});

const never = async (): Promise<never> => await Promise.reject(new Error("The form only creates."));

/** The calls of a form that does something with what is typed. */
export const creating = <T extends object>(create: (body: Readonly<Record<string, unknown>>) => Promise<T>): RecordCalls<T> => ({
  read: never,
  create,
  change: never,
});

export interface RecordFormParts<T extends object, Body extends object> extends RecordCalls<T, Body> {
  /** The dialog; the form begins anew each time that it is opened. */
  readonly open: Ref<boolean>;
  /** Of the record that is changed; undefined while a new one is made. */
  readonly id: () => string | undefined;
  /** Fields whose problems the form shows beside them. */
  readonly fields: readonly string[];
  /** What the form is bound to. */
  readonly draft: object;
  /** The fields that the draft stands for, by their names on the wire. */
  readonly body: () => Body;
  /** Fills the draft: with nothing, then with the record that is changed. */
  readonly fill: (record: T | undefined) => void;
  /** Whether the form itself tells of an error beside the fields. */
  readonly tells?: (error: unknown) => boolean;
  /** False while the form itself shows what is wrong. */
  readonly ready?: () => boolean;
  readonly saved: (record: T) => void;
}

/** A field that somebody else changed while it was edited here. */
export interface OvertakenField extends ChangedField {
  /** What was typed here; undefined where nothing was. */
  readonly mine: string | undefined;
}

interface Parts {
  readonly isNew: ComputedRef<boolean>;
  /** Why the record could not be read. */
  readonly unread: Ref<unknown>;
  /** While the record is read that the form is to be filled with: what is typed before would be lost. */
  readonly isReading: Ref<boolean>;
  /** What is wrong with each field. */
  readonly fields: ComputedRef<Readonly<Record<string, string>>>;
  /** What is wrong beside the fields; empty for nothing. */
  readonly sentence: ComputedRef<string>;
  readonly busy: ComputedRef<boolean>;
  /** What others changed meanwhile, while it stands in the way. */
  readonly overtaken: ComputedRef<readonly OvertakenField[] | undefined>;
  /** @returns whether it is saved */
  save(): Promise<boolean>;
  /** Forgets what was wrong with a new record. */
  forgive(): void;
  /** Gives up what was typed into a field that somebody else changed. */
  takeTheirs(field: string): void;
}

/** A form of a record in a dialog (parts/record-dialog.vue). */
export type RecordForm = UnwrapNestedRefs<Parts>;

const isOvertaken = (error: unknown): boolean => error instanceof CadastreError && error.code === "PRECONDITION_FAILED";

/**
 * What the forms of all records have in common: a new record is made, and of one that is there the touched fields are changed. When
 * somebody else changed it meanwhile, nothing is overwritten: the form says what they changed, and what was typed stays.
 */
export function useRecordForm<T extends object, Body extends object>(parts: RecordFormParts<T, Body>): RecordForm {
  const { open } = parts;
  const idNow = (): string => parts.id() ?? "";
  const isNew = computed(() => parts.id() === undefined);
  const changes = new DraftChanges(parts.draft, parts.body);
  /** The record as the form was filled from it. */
  const base = shallowRef<T>();
  const others = shallowRef<readonly ChangedField[]>([]);
  const saved = shallowRef<T>();
  const unread = shallowRef<unknown>();
  const isReading = shallowRef(false);
  let opened = 0;

  const form = useSubmit(async () => {
    if (isNew.value) return void (saved.value = await parts.create(parts.body()));
    if (base.value === undefined) return;
    try {
      saved.value = await parts.change(idNow(), changes.changed(), base.value);
    } catch (thrown) {
      if (!isOvertaken(thrown)) throw thrown;
      const now = await parts.read(idNow());
      others.value = changedFields(base.value, now);
      base.value = now;
      changes.rebase(() => parts.fill(now));
      throw thrown;
    }
  }, parts.fields);
  const { busy, error, fields, sentence } = form;

  const overtaken = computed(() => {
    if (isNew.value || !isOvertaken(error.value)) return undefined;
    const changed = changes.changed();
    return others.value.map((field) => {
      const mine = valueIn(field, changed);
      return { ...field, mine: mine === undefined ? undefined : valueText(field.name, mine) };
    });
  });

  watch(
    [open, parts.id],
    async ([isOpen]) => {
      const mine = (opened += 1);
      isReading.value = false;
      if (!isOpen) return;
      [error.value, unread.value, saved.value] = [undefined, undefined, undefined];
      parts.fill(undefined);
      if (isNew.value) return;
      isReading.value = true;
      try {
        const record = await parts.read(idNow());
        // Another one may have been opened meanwhile.
        if (mine !== opened) return;
        base.value = record;
        parts.fill(record);
        changes.begin();
      } catch (thrown) {
        if (mine === opened) unread.value = thrown;
      } finally {
        if (mine === opened) isReading.value = false;
      }
    },
    { immediate: true },
  );

  async function save(): Promise<boolean> {
    if (parts.ready?.() === false || !(await form.submit())) return false;
    if (saved.value !== undefined) parts.saved(saved.value);
    open.value = false;
    return true;
  }

  return reactive<Parts>({
    isNew,
    unread,
    isReading,
    fields,
    sentence: computed(() => (parts.tells?.(error.value) === true ? "" : sentence.value)),
    busy: computed(() => busy.value),
    overtaken,
    save,
    forgive: () => void (isNew.value && (error.value = undefined)),
    takeTheirs: (field) => changes.discard(field),
  });
}
