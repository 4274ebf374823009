/** What a chart draws over time. */
export interface Series {
  readonly name: string;
  /** One for each time. */
  readonly values: readonly number[];
  /** Name of a colour of the theme. */
  readonly colour: "cell-used" | "good" | "danger" | "warn" | "cell-reserved";
}
