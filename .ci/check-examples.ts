// Runs every example the way a user would: with the packages installed from their tarballs, in a folder elsewhere. An
// example asserts its own outcome and ends with a non-zero exit code when it is wrong. Hosts (hosts.ts) are servers, which are used here.
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { quickHosts, tryHosts } from "./hosts.ts";
import { install, packageFolders, packPackages, readManifest, run, writeWorkspace } from "./packages/packed.ts";

const examples = await packageFolders("examples/*");
const directory = await mkdtemp(join(tmpdir(), "cadastre-examples-"));
try {
  const packed = await packPackages(directory);
  if (examples.length > 0) {
    await writeWorkspace(directory, ["examples/*"], packed);
    for (const example of examples) {
      const filter = (source: string): boolean => basename(source) !== "node_modules";
      await cp(example, join(directory, "examples", basename(example)), { recursive: true, filter });
    }
    await install(directory);
  }
  const failed: string[] = [];
  for (const example of examples) {
    const { name, scripts } = await readManifest(example);
    if (scripts?.["start"] === undefined) throw new Error(`${name} has no script "start" to run`);
    console.log(`\n${name}`);
    await run("pnpm", ["run", "start"], join(directory, "examples", basename(example))).catch(() => failed.push(name));
  }
  const hosts = join(directory, "hosts");
  await mkdir(hosts);
  await tryHosts(await quickHosts(), packed, hosts, console.log).catch((error: unknown) => failed.push(String(error)));
  if (failed.length > 0) throw new Error(`Examples that failed: ${failed.join(", ")}`);
  console.log(`\n${examples.length} examples and the hosts ran against the packed packages.`);
} finally {
  await rm(directory, { recursive: true, force: true });
}
