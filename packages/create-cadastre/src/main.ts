#!/usr/bin/env node
// The command `create-cadastre`, which `npm create cadastre` runs. Nothing is imported before the version of Node is known to be new
// enough.

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`create-cadastre: Node ${process.versions.node} is too old: Cadastre needs Node 22.18 or newer\n`);
  process.exitCode = 1;
} else {
  void start();
}

async function start(): Promise<void> {
  const { runCreate } = await import("./run-create.ts");
  const { stdin, stdout, stderr, env: environment } = process;
  // Both src/ and dist/ are beside it.
  const templates = new URL("../dist/templates/", import.meta.url);
  process.exitCode = await runCreate(process.argv.slice(2), { stdin, stdout, stderr, environment }, templates);
}
