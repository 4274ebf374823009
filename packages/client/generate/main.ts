// Writes src/generated/ from the operations of the service. With --check it writes nothing and fails when a file is not
// what it would write.
import { readFile, writeFile } from "node:fs/promises";
import { FOLDER, generatedFiles } from "./generated-files.ts";

const files = await generatedFiles();
const outdated: string[] = [];
for (const [name, text] of files) {
  if (!process.argv.includes("--check")) await writeFile(new URL(name, FOLDER), text);
  else if ((await readFile(new URL(name, FOLDER), "utf8").catch(() => undefined)) !== text) outdated.push(name);
}
if (outdated.length > 0) {
  console.error(`packages/client/src/generated is out of date: ${outdated.join(", ")}. Run: npx --yes pnpm@12 docs:reference`);
  process.exitCode = 1;
} else
  console.log(`${files.size} files of packages/client/src/generated are ${process.argv.includes("--check") ? "up to date" : "written"}.`);
