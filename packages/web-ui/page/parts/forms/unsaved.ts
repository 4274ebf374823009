import { type InjectionKey, shallowRef } from "vue";

/** Set by a dialog: whether its forms ask before their input is lost. */
export const KEEPS_INPUT: InjectionKey<boolean> = Symbol("keeps input");

interface KeptForm {
  readonly isUnsaved: () => boolean;
  readonly isInDialog: boolean;
}
const forms = new Set<KeptForm>();
const hasUnsaved = (onlyDialogs = false): boolean =>
  [...forms].some(({ isUnsaved, isInDialog }) => (isInDialog || !onlyDialogs) && isUnsaved());

function onLeave(event: BeforeUnloadEvent): void {
  if (hasUnsaved()) event.preventDefault();
}

/** Adds a form. @returns a function that removes it */
export function keepInput(form: KeptForm): () => void {
  forms.add(form);
  addEventListener("beforeunload", onLeave);
  return () => {
    forms.delete(form);
    if (forms.size === 0) removeEventListener("beforeunload", onLeave);
  };
}

/** Answers the question that is open (discard-dialog.vue); undefined while there is none. */
export const answer = shallowRef<(discard: boolean) => void>();

/**
 * Asks whether unsaved input is discarded.
 * @param onlyDialogs whether forms of the page stay as they are
 * @returns true at once where there is none
 */
export async function mayDiscard(onlyDialogs = false): Promise<boolean> {
  if (!hasUnsaved(onlyDialogs)) return true;
  answer.value?.(false);
  return await new Promise<boolean>((resolve) => {
    answer.value = (discard) => {
      answer.value = undefined;
      resolve(discard);
    };
  });
}
