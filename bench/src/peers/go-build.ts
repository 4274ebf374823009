import { findProgram } from "../trials/find-program.ts";
import { runTool } from "../trials/generated-clients/run-tool.ts";
import { PeerError } from "./peer-error.ts";

/**
 * Builds the program of a folder with go.
 * @param output file of the program
 * @param env what go is told beside its usual surroundings
 * @throws PeerError when go is not installed, or with what it printed
 */
export async function buildGo(folder: string, output: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const go = findProgram("go");
  if (go === undefined) throw new PeerError("go is not in PATH: peers are built from their sources with it (https://go.dev/dl)");
  try {
    await runTool(go, ["build", "-o", output, "."], { cwd: folder, env });
  } catch (error) {
    throw new PeerError(`${folder} does not build: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
