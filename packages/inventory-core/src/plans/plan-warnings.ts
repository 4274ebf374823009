import { ChangeState } from "../contract/storage/change-state.ts";

/** What steps of a plan have to say beside what they do: sentences, in their order. */
export const planWarnings = new ChangeState((): string[] => []);
