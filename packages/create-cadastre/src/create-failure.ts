/** How the command ends, as `cadastre` does. */
export const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** Nothing was created, with the reason in a sentence and the code that the command ends with. */
export class CreateFailure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed, options?: ErrorOptions) {
    super(message, options);
    this.name = "CreateFailure";
    this.exitCode = exitCode;
  }
}

/** The command was called wrongly. */
export const usageFailure = (message: string): CreateFailure => new CreateFailure(message, EXIT.usage);
