import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { SkippedTrial, type TrialContext } from "../trial.ts";

const run = promisify(execFile);

/** How a tool is run. */
export interface ToolOptions {
  readonly cwd: string;
  readonly signal?: AbortSignal;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a program to its end. @returns what it printed @throws with what it printed, when it fails */
export async function runTool(program: string, args: readonly string[], { cwd, signal, env }: ToolOptions): Promise<string> {
  try {
    const { stdout, stderr } = await run(program, args, {
      cwd,
      ...(signal === undefined ? {} : { signal }),
      env: { ...process.env, ...env },
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout + stderr;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(" ")} failed:\n${(stdout + stderr).slice(-4000)}`, { cause: error });
  }
}

/** Gets something of a package registry. @throws SkippedTrial when that is out of reach */
export async function fetchPackages(program: string, args: readonly string[], options: ToolOptions): Promise<void> {
  try {
    await runTool(program, args, options);
  } catch (error) {
    if (
      options.signal?.aborted === true ||
      !/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|no such host|connection refused|i\/o timeout|Failed to establish|NameResolution/.test(
        String(error),
      )
    )
      throw error;
    throw new SkippedTrial(`the package registry that ${program} asks is out of reach`);
  }
}

/** What the trial of one generator is given. */
export interface Generation extends Pick<TrialContext, "signal" | "program" | "report"> {
  /** An empty folder of its own. */
  readonly folder: string;
  /** The document, as the server sends it. */
  readonly document: string;
  /** For the program that uses the client: CADASTRE_URL and CADASTRE_KEY. */
  readonly env: NodeJS.ProcessEnv;
}
