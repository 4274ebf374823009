// Puts the declarations of Kysely next to ours after a build. Its code is in the bundle, so a program that installs the package has no
// Kysely to take its types from; the builder of our declarations bundles code of ours only.
import { cp, glob, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const dist = join(import.meta.dirname, "dist");
const kysely = dirname(fileURLToPath(import.meta.resolve("kysely")));

/** Parts of Kysely that its main entry does not name. */
const OTHER_ENTRIES = /^(?:helpers|migration|readonly)\//;

for await (const file of glob("**/*.d.ts", { cwd: kysely }))
  if (!OTHER_ENTRIES.test(file)) await cp(join(kysely, file), join(dist, "kysely", file));

let isNamed = false;
for await (const file of glob("*.d.ts", { cwd: dist })) {
  const text = await readFile(join(dist, file), "utf8");
  const own = text.replaceAll(/from ['"]kysely['"]/g, "from './kysely/index.js'");
  isNamed ||= own !== text;
  await writeFile(join(dist, file), own);
}
if (!isNamed) throw new Error("no declaration names Kysely: this step is not needed any more");
