import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { PINNED } from "./pinned.ts";
import { fetchPackages, type Generation, runTool } from "./run-tool.ts";

const PROGRAMS = join(import.meta.dirname, "programs");

/** Generates with openapi-python-client, compiles every module, and runs the program. @returns what that printed */
export async function pythonClient({ folder, document, env, signal, program }: Generation): Promise<string> {
  const options = { cwd: folder, signal };
  await fetchPackages(program("python3"), ["-m", "venv", "venv"], options);
  const python = join(folder, "venv/bin/python");
  await fetchPackages(python, ["-m", "pip", "install", "--quiet", PINNED.python], options);
  await copyFile(join(PROGRAMS, "python-client.yaml"), join(folder, "python-client.yaml"));
  const said = await runTool(
    join(folder, "venv/bin/openapi-python-client"),
    ["generate", "--path", document, "--meta", "none", "--config", "python-client.yaml", "--output-path", "cadastre_client"],
    options,
  );
  // It leaves out what it cannot read, with no more than a warning.
  if (/warning|error|unable/i.test(said)) throw new Error(`openapi-python-client left something out:\n${said}`);
  await runTool(python, ["-m", "compileall", "-q", "cadastre_client"], options);
  await copyFile(join(PROGRAMS, "main.py"), join(folder, "main.py"));
  return await runTool(python, ["main.py"], { ...options, env });
}
