import { CommandFailure, EXIT } from "../exit-codes.ts";

/** Settings that are wrong, each with a sentence. */
export class SettingsError extends CommandFailure {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`invalid settings:\n${problems.map((problem) => `  ${problem}`).join("\n")}`, EXIT.settings);
    this.name = "SettingsError";
    this.problems = problems;
  }
}
