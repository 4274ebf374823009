#!/usr/bin/env node
// The command `cadastre`. Nothing is imported before the version of Node is known to be new enough.

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`cadastre: Node ${process.versions.node} is too old: use Node 22.18 or newer, or start it with \`npx --yes pnpm@12 start\`\n`);
  process.exitCode = 1;
} else {
  void import("./program.ts").then(async ({ runProgram }) => {
    process.exitCode = await runProgram(process.argv.slice(2), process.env);
  });
}
