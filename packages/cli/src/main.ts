#!/usr/bin/env node
// The command `cadastre`. Nothing is imported before the version of Node is known to be new enough.

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
// The sources have syntax (`using`) that the build lowers for packages.
const isSource = import.meta.url.endsWith(".ts");
const [oldestMajor, oldestMinor, remedy] = isSource
  ? [24, 0, "use Node 24 or newer for the sources, or start them with `npx --yes pnpm@12 start`, which brings one"]
  : [22, 18, "use Node 22.18 or newer"];

if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  process.stderr.write(`cadastre: Node ${process.versions.node} is too old: ${remedy}\n`);
  process.exitCode = 1;
} else if (hasWorkingDirectory()) {
  void start();
}

/** Paths are resolved from it already while modules load. */
function hasWorkingDirectory(): boolean {
  try {
    process.cwd();
    return true;
  } catch {
    process.stderr.write("cadastre: the working directory was deleted: change to an existing one\n");
    process.exitCode = 1;
    return false;
  }
}

async function start(): Promise<void> {
  // Before anything else is loaded: what the young generation has grown to, it keeps.
  const words = process.argv.slice(2);
  const isAgent = (await import("./agent/is-agent-run.ts")).isAgentRun(words);
  const isLong = isAgent || words.includes("serve");
  if (isLong) (await import("./server/small-heap.ts")).keepHeapSmall(isAgent);
  const [module, os, path] = await Promise.all([import("node:module"), import("node:os"), import("node:path")]);
  // A third of a warm start is compiling. Where the folder cannot be written, everything works without it. Node keeps what it took from
  // there until it ends, 2 MB for a server, which is more than 0.1 s of a start are worth; sources have types to strip as well.
  if (isSource || !isLong)
    module.enableCompileCache(path.join(process.env["XDG_CACHE_HOME"] ?? path.join(os.homedir(), ".cache"), "cadastre"));
  process.exitCode = isAgent
    ? await (await import("./agent/agent-run.ts")).runAgentAlone(words)
    : await (await import("./program.ts")).runProgram(words, process.env);
}
