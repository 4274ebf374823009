import { type InjectionKey, shallowRef } from "vue";

/** Set by a dialog whose forms ask before their input is lost. */
export const KEEPS_INPUT: InjectionKey<boolean> = Symbol("keeps input");

/** Forms that are shown, as functions that return whether they have unsaved input. */
const forms = new Set<() => boolean>();
const hasUnsaved = (): boolean => [...forms].some((isUnsaved) => isUnsaved());

function onLeave(event: BeforeUnloadEvent): void {
  if (hasUnsaved()) event.preventDefault();
}

/** Adds a form. @returns a function that removes it */
export function keepInput(isUnsaved: () => boolean): () => void {
  forms.add(isUnsaved);
  addEventListener("beforeunload", onLeave);
  return () => {
    forms.delete(isUnsaved);
    if (forms.size === 0) removeEventListener("beforeunload", onLeave);
  };
}

/** Answers the question that is open (discard-dialog.vue); undefined while there is none. */
export const answer = shallowRef<(discard: boolean) => void>();

/** Asks whether unsaved input is discarded. @returns true at once where there is none */
export async function mayDiscard(): Promise<boolean> {
  if (!hasUnsaved()) return true;
  answer.value?.(false);
  return await new Promise<boolean>((resolve) => {
    answer.value = (discard) => {
      answer.value = undefined;
      resolve(discard);
    };
  });
}
