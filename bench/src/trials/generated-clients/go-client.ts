import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { PINNED } from "./pinned.ts";
import { fetchPackages, type Generation, runTool } from "./run-tool.ts";

const PROGRAMS = join(import.meta.dirname, "programs");

/** Generates with oapi-codegen, builds, and runs the program. @returns what that printed */
export async function goClient({ folder, document, env, signal, program }: Generation): Promise<string> {
  const options = { cwd: folder, signal };
  const go = program("go");
  await runTool(go, ["mod", "init", "example.com/inventory"], options);
  await fetchPackages(go, ["get", "-tool", PINNED.go.generator], options);
  await fetchPackages(go, ["get", PINNED.go.runtime], options);
  await mkdir(join(folder, "api"));
  await copyFile(join(PROGRAMS, "go-client.yaml"), join(folder, "go-client.yaml"));
  // Built first, so that what it says is its own.
  await fetchPackages(go, ["build", "-o", "oapi-codegen", "tool"], options);
  const said = await runTool(join(folder, "oapi-codegen"), ["-config", "go-client.yaml", document], options);
  if (said.trim() !== "") throw new Error(`oapi-codegen has something to say:\n${said}`);
  await copyFile(join(PROGRAMS, "main.go"), join(folder, "main.go"));
  await fetchPackages(go, ["mod", "tidy"], options);
  await runTool(go, ["build", "-o", "inventory", "."], options);
  return await runTool(join(folder, "inventory"), [], { ...options, env });
}
