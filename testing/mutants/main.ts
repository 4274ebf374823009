import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { projectFiles, testsThatLoad } from "../projects.ts";
import { testFoldersOf } from "../test-folders.ts";
import { mutated } from "./mutants.ts";
import { type Candidate, drawMutants } from "./sample.ts";

/**
 * `pnpm mutants`: changes sources one by one, as somebody careless would, and tells which changes the tests of the package do
 * not notice. It writes into the sources that it stands in: run it in a clone.
 */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A mutant that makes a loop endless is noticed too. */
const MAX_RUN_MS = 300_000;

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    package: { type: "string", multiple: true },
    list: { type: "boolean", default: false },
  },
});

const { browser: _, ...files } = projectFiles();
const tests = Object.values(files).flat();
const packages = values.package ?? readdirSync(join(ROOT, "packages")).toSorted();

interface Stage {
  readonly tests: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** The tests of what a source is in, on SQLite; then those of its package, on each storage. */
function stagesOf(file: string): readonly Stage[] {
  const within = (folders: readonly string[]): readonly string[] =>
    tests.filter((test) => folders.some((folder) => test === folder || test.startsWith(`${folder}/`)));
  const near = [...new Set([...within(testFoldersOf(file)), ...testsThatLoad([file]).filter((test) => tests.includes(test))])];
  const own = within([file.split("/").slice(0, 2).join("/")]);
  const stages = [
    { tests: near, env: { TEST_STORAGES: "sqlite" } },
    { tests: own, env: {} },
  ];
  return stages.filter(({ tests: some }) => some.length > 0);
}

async function pass({ tests: some, env }: Stage): Promise<boolean> {
  const words = [
    "vitest",
    "run",
    "--bail",
    "1",
    "--reporter",
    "dot",
    ...Object.keys(files).flatMap((name) => ["--project", name]),
    ...some,
  ];
  const child = spawn("pnpm", ["exec", ...words], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: "ignore",
    detached: true,
  });
  const late = setTimeout(() => process.kill(-(child.pid as number), "SIGKILL"), MAX_RUN_MS);
  const [code] = await once(child, "exit");
  clearTimeout(late);
  return code === 0;
}

async function survives({ file, ...mutant }: Candidate): Promise<boolean> {
  const path = join(ROOT, file);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, mutated(text, mutant));
  try {
    for (const stage of stagesOf(file)) if (!(await pass(stage))) return false;
    return true;
  } finally {
    writeFileSync(path, text);
  }
}

const drawn = drawMutants(ROOT, packages, Number(values.count), Number(values.seed));
const counts = new Map<string, { killed: number; all: number }>();
for (const [index, mutant] of drawn.entries()) {
  const line = `${mutant.file}:${mutant.line} ${mutant.operator}`;
  if (values.list) {
    console.log(line);
    continue;
  }
  const name = mutant.file.split("/")[1] ?? "";
  const count = counts.get(name) ?? { killed: 0, all: 0 };
  counts.set(name, count);
  const lives = await survives(mutant);
  count.all += 1;
  if (!lives) count.killed += 1;
  console.log(`${index + 1}/${drawn.length} ${lives ? "SURVIVED" : "killed  "} ${line}`);
}
for (const [name, { killed, all }] of counts)
  console.log(`${name.padEnd(20)} ${killed} of ${all} killed, ${((100 * killed) / all).toFixed(0)} %`);
