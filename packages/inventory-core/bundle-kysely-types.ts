// Puts the declarations of Kysely next to ours after a build. Its code is in the bundle, so a program that installs the package has no
// Kysely to take its types from; the builder of our declarations bundles code of ours only.
import { glob, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const dist = join(import.meta.dirname, "dist");
const kysely = dirname(fileURLToPath(import.meta.resolve("kysely")));

/** Parts of Kysely that its main entry does not name. */
const OTHER_ENTRIES = /^(?:helpers|migration|readonly)\//;

/** Comments are three quarters of the declarations; kysely.dev has them. */
const COMMENTS = /\/\*\*[\s\S]*?\*\/\s*/g;

for await (const file of glob("**/*.d.ts", { cwd: kysely })) {
  if (OTHER_ENTRIES.test(file)) continue;
  await mkdir(dirname(join(dist, "kysely", file)), { recursive: true });
  await writeFile(join(dist, "kysely", file), (await readFile(join(kysely, file), "utf8")).replaceAll(COMMENTS, ""));
}

let isNamed = false;
for await (const file of glob("*.d.ts", { cwd: dist })) {
  const text = await readFile(join(dist, file), "utf8");
  const own = text.replaceAll(/from ['"]kysely['"]/g, "from '#kysely'");
  isNamed ||= own !== text;
  await writeFile(join(dist, file), own);
}
if (!isNamed) throw new Error("no declaration names Kysely: this step is not needed any more");
