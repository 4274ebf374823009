import { shallowRef } from "vue";

/** A question before something is deleted or taken away. */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** The text of the button that does it. */
  readonly action: string;
  readonly work: () => Promise<void>;
}

/** The question that is open (confirm-dialog.vue); undefined while there is none. */
export const question = shallowRef<Question>();

export const confirm = (next: Question): void => void (question.value = next);
