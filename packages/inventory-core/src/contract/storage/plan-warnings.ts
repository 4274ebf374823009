import { ChangeState } from "./change-state.ts";

/** What steps of a plan have to say beside what they do: sentences, in their order. Of other changes nobody reads them. */
export const planWarnings = new ChangeState((): string[] => []);
