import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";

const MAX_COMPLAINT_CHARACTERS = 4000;

export interface ProgramOptions {
  readonly signal: AbortSignal;
  /** Lines for its standard input. */
  readonly input?: readonly string[];
  /** Takes its output as it comes; false stops the program. */
  readonly onOutput?: (chunk: Buffer) => boolean | void;
}

/** How a program ended. */
export interface ProgramEnd {
  /** Null when it was stopped by a signal, or never started. */
  readonly code: number | null;
  /** The beginning of what it wrote to standard error, or why it did not start. */
  readonly complaint: string;
  /** The system's code when it could not be started: ENOENT, EACCES, EPERM, EMFILE; ERR_OUTPUT when its output could not be read. */
  readonly startError?: string;
}

/** Streams are missing where the system had no descriptors for them, whatever the types say. */
const hasStreams = ({ stdin, stdout, stderr }: Partial<ChildProcessWithoutNullStreams>): boolean =>
  Boolean(stdin) && Boolean(stdout) && Boolean(stderr);

/** Runs a program, never through a shell, and waits until it is gone. Never throws; an abort ends it at once. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { signal, input = [], onOutput }: ProgramOptions,
): Promise<ProgramEnd> {
  if (signal.aborted) return { code: null, complaint: "stopped before it started" };
  let child: ChildProcessWithoutNullStreams;
  try {
    // The secrets in this process's environment are not its business.
    child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"], env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C" } });
  } catch (error) {
    // A program that has a right which nobody here may have cannot even be tried.
    const { code = "ERROR", message } = error as NodeJS.ErrnoException;
    return { code: null, complaint: message, startError: code };
  }
  return await new Promise((resolve) => {
    let complaint = "";
    let startError: string | undefined;
    child.on("error", (error: NodeJS.ErrnoException) => {
      startError ??= error.code ?? "ERROR";
      complaint ||= error.message;
      // Where no file can be opened it was never started: it has no streams, and no end is told of.
      if (!hasStreams(child)) resolve({ code: null, complaint, startError });
    });
    if (!hasStreams(child)) return;
    const stop = (): void => {
      // Not asked politely: what it would still say is not read, and it has nothing to put in order.
      child.kill("SIGKILL");
      // What it started in turn may still hold its output open.
      child.stdout.destroy();
      child.stderr.destroy();
    };
    signal.addEventListener("abort", stop, { once: true });
    child.stdout.on("data", (chunk: Buffer) => {
      try {
        if (!signal.aborted && onOutput?.(chunk) === false) stop();
      } catch (error) {
        // What it wrote could not be read: that is told as its failure, and is no reason for this process to end.
        startError ??= "ERR_OUTPUT";
        complaint ||= error instanceof Error ? error.message : "its output could not be parsed";
        stop();
      }
    });
    for (const stream of [child.stdout, child.stderr]) stream.on("error", () => {});
    child.stderr.on("data", (chunk: Buffer) => (complaint = (complaint + chunk.toString("utf8")).slice(0, MAX_COMPLAINT_CHARACTERS)));
    child.on("close", (code) => {
      signal.removeEventListener("abort", stop);
      resolve({
        code: startError === undefined ? code : null,
        complaint: complaint.trim(),
        ...(startError === undefined ? {} : { startError }),
      });
    });
    // A program that ends before it has read everything is told of by its exit code.
    child.stdin.on("error", () => {});
    child.stdin.end(input.map((line) => `${line}\n`).join(""));
  });
}
