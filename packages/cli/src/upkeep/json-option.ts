/** Of commands that print lines, or one text of JSON for scripts. */
export interface JsonOption {
  readonly json?: boolean;
}

/** The same for the command line. */
export const JSON_OPTION = ["--json", "print the result as JSON"] as const;
