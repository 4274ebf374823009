// Writes the tarballs that would be published into a folder, for those who install before a registry has them:
// `npm install FOLDER/cadastre-*.tgz` is then what `npm install @cadastre/cli` will be.
import { mkdir, readdir, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { packPackages, ROOT, run } from "./packed.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { built: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
});

if (values.help || positionals.length > 1) {
  console.log(
    "pnpm pack:packages [FOLDER] [--built]\n\n  FOLDER   where to, packed in the repository unless given; tarballs of before are " +
      "removed\n  --built  take what was built before, and do not build",
  );
  if (!values.help) process.exitCode = 2;
} else {
  // Where the command was typed: pnpm runs it at the top of the repository.
  const folder = resolve(process.env["INIT_CWD"] ?? ".", positionals[0] ?? join(ROOT, "packed"));
  if (!values.built) await run("pnpm", ["build"], ROOT, 20 * 60_000);
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) if (/^(create-)?cadastre(-[\w-]+)?-\d[\w.+-]*\.tgz$/.test(name)) await rm(join(folder, name));
  const packed = await packPackages(folder);
  console.log(
    `${packed.length} packages are in ${folder}. In an empty folder, with Node 22.18 or newer:\n\n  npm install ` +
      `${join(folder, "cadastre-*.tgz")}\n  npx cadastre serve\n`,
  );
  console.log(`For a container image, from ${ROOT}, with FOLDER ${relative(ROOT, folder)}: packages/cli/deploy/Dockerfile`);
}
