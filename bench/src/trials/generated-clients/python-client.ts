import { copyFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { PINNED } from "./pinned.ts";
import { fetchPackages, type Generation, runTool } from "./run-tool.ts";

const PROGRAMS = join(import.meta.dirname, "programs");

/** Imports every module of the client. */
const IMPORT_ALL = `import importlib, pkgutil, cadastre_client
for module in pkgutil.walk_packages(cadastre_client.__path__, "cadastre_client."):
    importlib.import_module(module.name)
`;

/** Generates with openapi-python-client, imports every module, and runs the program. @returns what that printed */
export async function pythonClient({ folder, document, env, signal, program }: Generation): Promise<string> {
  const options = { cwd: folder, signal };
  await fetchPackages(program("python3"), ["-m", "venv", "venv"], options);
  const programs = join(folder, "venv/bin");
  const python = join(programs, "python");
  await fetchPackages(python, ["-m", "pip", "install", "--quiet", PINNED.python], options);
  const said = await runTool(
    join(programs, "openapi-python-client"),
    ["generate", "--path", document, "--meta", "none", "--output-path", "cadastre_client"],
    // It formats with a program beside it.
    { ...options, env: { PATH: [programs, process.env["PATH"]].join(delimiter) } },
  );
  // It leaves out what it cannot read, with no more than a warning.
  if (said.trim() !== "Generating cadastre_client") throw new Error(`openapi-python-client left something out:\n${said}`);
  await runTool(python, ["-c", IMPORT_ALL], options);
  await copyFile(join(PROGRAMS, "main.py"), join(folder, "main.py"));
  return await runTool(python, ["main.py"], { ...options, env });
}
