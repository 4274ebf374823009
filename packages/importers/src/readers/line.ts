/** A line without its end, and its number from 1. */
export interface Line {
  readonly line: number;
  readonly text: string;
}
