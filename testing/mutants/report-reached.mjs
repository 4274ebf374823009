// Loaded into every process of a run of the tests (NODE_OPTIONS), in JavaScript since those of trials may be of an older Node:
// notes which mutants the test file that runs has reached.
import { appendFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.env["MUTANTS_REACHED"];
const seen = new Map();

globalThis.reportMutant = (id) => {
  const test = process.env["MUTANTS_TEST"];
  if (folder === undefined || test === undefined) return;
  let ids = seen.get(test);
  if (ids === undefined) seen.set(test, (ids = new Set()));
  if (ids.has(id)) return;
  ids.add(id);
  appendFileSync(join(folder, `${test.replaceAll("/", "+")}.txt`), `${id}\n`);
};
