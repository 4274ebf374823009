import { CadastreError, etagOf } from "@cadastre/client";
import { computed, shallowRef } from "vue";
import { type ChangedField, changedFields } from "./changed-fields.ts";
import { useSubmit } from "./use-submit.ts";

export interface EditParts<T extends object> {
  /** Reads the record by itself, with its entity tag. */
  readonly read: () => Promise<T>;
  /** Makes the change, provided that the record still has the tag. */
  readonly change: (ifMatch: string) => Promise<T>;
  /** Fields whose problems the form shows beside them. */
  readonly fields: readonly string[];
  /** The record as it is now, which somebody else changed while it was edited. */
  readonly overtaken: (record: T) => void;
}

/**
 * An edit of a record that somebody else may edit too. When they were faster nothing is overwritten: `others` says what they
 * changed, and what was typed stays.
 */
export function useEdit<T extends object>(parts: EditParts<T>) {
  const base = shallowRef<T>();
  const others = shallowRef<readonly ChangedField[]>([]);
  const saved = shallowRef<T>();
  let reads = 0;

  const form = useSubmit(async () => {
    if (base.value === undefined) return;
    try {
      saved.value = await parts.change(etagOf(base.value));
      others.value = [];
    } catch (error) {
      if (!(error instanceof CadastreError) || error.code !== "PRECONDITION_FAILED") throw error;
      const now = await parts.read();
      others.value = changedFields(base.value, now);
      base.value = now;
      parts.overtaken(now);
      throw error;
    }
  }, parts.fields);

  /** Reads the record as it is now; the form is filled from it. */
  const start = async (): Promise<T> => {
    others.value = [];
    saved.value = undefined;
    form.error.value = undefined;
    const mine = (reads += 1);
    const record = await parts.read();
    // Another one may have been opened meanwhile.
    if (mine === reads) base.value = record;
    return record;
  };
  const wasOvertaken = computed(() => form.error.value instanceof CadastreError && form.error.value.code === "PRECONDITION_FAILED");
  return { ...form, others, saved, start, wasOvertaken };
}
