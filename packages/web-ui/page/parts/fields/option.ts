/** A value that a field offers. */
export interface Option {
  readonly value: string;
  readonly text: string;
  /** What tells it from others of the same text: the subnet of a network. */
  readonly detail?: string;
}

/** Finds options by a part of their texts, on the server. */
export type FindOptions = (text: string, signal: AbortSignal) => Promise<readonly Option[]>;
