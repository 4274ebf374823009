/** Something that a person can do with a record. */
export interface Action {
  readonly text: string;
  readonly run: () => unknown;
  /** Whether it takes something away. */
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

/** The actions that are offered: a condition that is false leaves one out. */
export const offered = (...actions: readonly (Action | false | undefined)[]): readonly Action[] =>
  actions.filter((action): action is Action => action !== undefined && action !== false);
