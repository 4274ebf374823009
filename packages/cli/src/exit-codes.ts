/** How the command ends, so that a script can tell why; sysexits.h for what is wrong with data or settings. */
export const EXIT = {
  ok: 0,
  /** What was asked for was refused (values that are wrong), or failed in a way that has no code of its own. */
  failed: 1,
  /** The command was called wrongly: nothing was sent. */
  usage: 2,
  /** The server was not reached, or the connection broke. */
  network: 3,
  /** No credentials, wrong or expired ones, or no permission. */
  auth: 4,
  /** The server failed, or has no time now. */
  server: 5,
  notFound: 6,
  /** The state of things forbids it: it exists already, changed meanwhile, or no address is free. */
  conflict: 7,
  /** Of several things, some were done and some were not. */
  partial: 8,
  /** Differences or findings of a verification. */
  data: 65,
  settings: 78,
  /** Ctrl-C. */
  interrupted: 130,
  /** SIGTERM. */
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The codes with what they mean, for the help. */
export const EXIT_HELP = `Exit codes: 0 success, 1 rejected or failed, 2 usage error, 3 server unreachable,
4 credentials or permissions, 5 server error, 6 not found, 7 conflict,
8 partial success, 65 verification found problems, 78 settings, 130 interrupted`;

/** A command that failed, in a sentence (and lines that help), with the code it ends with. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.failed, options?: ErrorOptions) {
    super(message, options);
    this.name = "CommandFailure";
    this.exitCode = exitCode;
  }
}

/** The command was called wrongly. */
export const usageFailure = (message: string): CommandFailure => new CommandFailure(message, EXIT.usage);
