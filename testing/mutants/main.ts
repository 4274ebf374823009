import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type ReachingTest, reachOf } from "./reach.ts";
import { type Candidate, drawMutants } from "./sample.ts";
import { Trials } from "./trials.ts";

/**
 * `pnpm mutants`: mutation testing with a fixed seed. Lists the mutants that the tests of `test` do not kill. `pnpm mutants --one NUMBER
 * FILE…` tries one of them with a test. It writes into the sources of its checkout: run it in a clone. Results are stored in
 * `mutants-SEED.jsonl`; a stopped run continues there.
 */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    package: { type: "string", multiple: true },
    list: { type: "boolean", default: false },
    /** Tries one mutant, by its number in the list, with the test files that are named, and keeps nothing. */
    one: { type: "string" },
    /** Only what is needed to share a run between clones: `reach` runs the tests once, `1/2` tries every second mutant. */
    reach: { type: "boolean", default: false },
    part: { type: "string", default: "1/1" },
    /** What survived an earlier run is tried again: there are other tests now. */
    again: { type: "boolean", default: false },
    /** Seconds of tests, by what they took unchanged, that are given to a mutant in the end. */
    seconds: { type: "string", default: "300" },
  },
});

const FILE = join(ROOT, `mutants-${values.seed}.jsonl`);
const REACH = join(ROOT, `mutants-${values.seed}-reach.json`);

/** What a test file is given that is named: nobody has measured it. */
const NAMED_MS = 60_000;

const trials = new Trials(ROOT);

const packages = values.package ?? readdirSync(join(ROOT, "packages")).toSorted();
const drawn = drawMutants(ROOT, packages, Number(values.count), Number(values.seed));
/** Those of each package are spread over the run: one that is stopped tells of all. */
const inTurn = drawn.map((mutant, index) => ({ mutant, turn: (index * 0.618_034) % 1 })).toSorted((one, other) => one.turn - other.turn);
const nameOf = ({ file, line, operator, start }: Candidate): string => `${file}:${line} ${operator} @${start}`;

if (values.list) for (const [number, mutant] of drawn.entries()) console.log(`${number} ${nameOf(mutant)}`);
else if (values.one === undefined) await tryAll();
else await tryOne(drawn[Number(values.one)]);

/** Which tests reach each mutant, by the names of the mutants. What no test reached in an earlier run is tried again. */
async function reached(): Promise<Readonly<Record<string, readonly ReachingTest[]>>> {
  const known = existsSync(REACH) ? (JSON.parse(readFileSync(REACH, "utf8")) as Record<string, readonly ReachingTest[]>) : {};
  if (existsSync(REACH) && !values.reach) return known;
  const unreached = drawn.filter((mutant) => (known[nameOf(mutant)] ?? []).length === 0);
  for (const [mutant, reaching] of await reachOf(ROOT, unreached)) known[nameOf(mutant)] = reaching;
  writeFileSync(REACH, JSON.stringify(known));
  return known;
}

/** How many words two paths have in common. */
function likeness(test: string, file: string): number {
  const words = (path: string): ReadonlySet<string> => new Set(path.split(/[^a-z0-9]+/).filter((word) => word.length > 2));
  return words(test).intersection(words(file)).size;
}

async function tryAll(): Promise<void> {
  const reach = await reached();
  if (values.reach) return;
  const [part = 1, parts = 1] = values.part.split("/").map(Number);
  const known = new Map(existsSync(FILE) ? readFileSync(FILE, "utf8").trim().split("\n").map(entryOf) : []);
  if (values.again) for (const [name, killed] of known) if (!killed) known.delete(name);
  for (const [index, { mutant }] of inTurn.entries()) {
    const name = nameOf(mutant);
    if (known.has(name) || index % parts !== part - 1) continue;
    const killed = await isKilled(mutant, reach[name] ?? []);
    known.set(name, killed);
    appendFileSync(FILE, `${JSON.stringify({ name, killed })}\n`);
    console.log(`${known.size}/${drawn.length} ${killed ? "killed  " : "SURVIVED"} ${name}`);
  }
  for (const name of packages) {
    const own = [...known].filter(([mutant]) => mutant.startsWith(`packages/${name}/`));
    const killed = own.filter(([, one]) => one).length;
    if (own.length > 0) console.log(`${name.padEnd(20)} ${killed} of ${own.length} killed, ${((100 * killed) / own.length).toFixed(0)} %`);
  }
}

async function tryOne(mutant: Candidate | undefined): Promise<void> {
  if (mutant === undefined || positionals.length === 0) throw new Error("--one needs a number of --list, and test files after it");
  const named = positionals.map((file) => ({ file, ms: NAMED_MS }));
  console.log((await trials.notice(mutant, named)) ? "killed  " : "SURVIVED", nameOf(mutant));
}

function entryOf(line: string): readonly [string, boolean] {
  const { name, killed } = JSON.parse(line) as { readonly name: string; readonly killed: boolean };
  return [name, killed];
}

/** Tries the test files first whose names resemble the source, the quick ones first, then all for which there is time. */
async function isKilled(mutant: Candidate, reaching: readonly ReachingTest[]): Promise<boolean> {
  const { file } = mutant;
  const tests = reaching.toSorted((one, other) => likeness(other.file, file) - likeness(one.file, file) || one.ms - other.ms);
  if (await trials.notice(mutant, tests.slice(0, 4))) return true;
  let left = Number(values.seconds) * 1000;
  const rest = tests.slice(4).filter(({ ms }) => (left -= ms) > 0);
  return await trials.notice(mutant, rest);
}
