// Writes the generated files of the client and of the library from the operations of the service. With --check it writes
// nothing and fails when a file is not what it would write.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { FOLDERS, generatedFiles, ROOT } from "./generated-files.ts";

const isCheck = process.argv.includes("--check");
const files = await generatedFiles();
const outdated: string[] = [];
for (const folder of FOLDERS) await mkdir(new URL(folder, ROOT), { recursive: true });
for (const [path, text] of files) {
  if (!isCheck) await writeFile(new URL(path, ROOT), text);
  else if ((await readFile(new URL(path, ROOT), "utf8").catch(() => undefined)) !== text) outdated.push(path);
}
if (outdated.length > 0) {
  console.error(`out of date: ${outdated.join(", ")}. Run: npx --yes pnpm@12 docs:reference`);
  process.exitCode = 1;
} else console.log(`${files.size} generated files of the client and the library are ${isCheck ? "up to date" : "written"}.`);
