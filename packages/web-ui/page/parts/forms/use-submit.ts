import { computed, type ComputedRef, ref, type Ref, shallowRef, watch } from "vue";
import { errorSentence, fieldProblems } from "../../api/problem.ts";

/** A form on its way to the server. */
export interface Submit {
  readonly busy: Ref<boolean>;
  /** The error of the last attempt; undefined when there was none. */
  readonly error: Ref<unknown>;
  /** What is wrong with each field. */
  readonly fields: ComputedRef<Readonly<Record<string, string>>>;
  /** What is wrong beside the fields that the form shows; empty for nothing. */
  readonly sentence: ComputedRef<string>;
  /** Does the work once at a time. @returns whether it went well */
  submit(): Promise<boolean>;
}

/** @param shown names of the fields that show their problem themselves; `rows[].name` is the field of each row */
export function useSubmit(work: () => Promise<void>, shown: readonly string[] = []): Submit {
  const busy = ref(false);
  const error = shallowRef<unknown>();
  const fields = computed(() => fieldProblems(error.value));
  const sentence = computed(() => {
    if (error.value === undefined) return "";
    const names = Object.keys(fields.value);
    return names.length > 0 && names.every((name) => shown.includes(name.replaceAll(/\[\d+\]/g, "[]"))) ? "" : errorSentence(error.value);
  });
  const submit = async (): Promise<boolean> => {
    if (busy.value) return false;
    busy.value = true;
    error.value = undefined;
    try {
      await work();
      return true;
    } catch (thrown) {
      error.value = thrown;
      return false;
    } finally {
      busy.value = false;
    }
  };
  return { busy, error, fields, sentence, submit };
}

/**
 * A form in a dialog: it begins anew each time that the dialog opens, and closes the dialog when its work is done.
 * @param begin fills the form
 * @param work keeps the dialog open where it returns false
 */
export function useDialogForm(open: Ref<boolean>, begin: () => void, work: () => Promise<unknown>, shown: readonly string[] = []): Submit {
  const form = useSubmit(async () => {
    if ((await work()) !== false) open.value = false;
  }, shown);
  const start = (isOpen: boolean): void => {
    if (!isOpen) return;
    form.error.value = undefined;
    begin();
  };
  watch(open, start, { immediate: true });
  return form;
}
