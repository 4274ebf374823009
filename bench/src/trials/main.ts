import { parseArgs } from "node:util";
import { findProgram } from "./find-program.ts";
import { runTrial } from "./run-trial.ts";
import { TRIALS } from "./trials.ts";

/**
 * `pnpm trial`: Cadastre beside real parts that users run it with, each where its programs are installed. Exits with 1
 * when a trial failed, and with `--all` also when one was skipped.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: "boolean", default: false },
    packages: { type: "boolean", default: false },
    all: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const unknown = positionals.filter((wanted) => !TRIALS.some(({ name }) => name === wanted));
if (unknown.length > 0) throw new Error(`no trial is called ${unknown.join(" or ")}; --list shows them`);
const chosen = TRIALS.filter(
  ({ name, quick = false }) => (positionals.length === 0 || positionals.includes(name)) && (quick || !values.quick),
);

if (values.packages) {
  const missing = chosen.flatMap(({ needs }) =>
    needs.filter(({ program }) => findProgram(program) === undefined).map(({ debian }) => debian),
  );
  console.info([...new Set(missing)].toSorted().join(" "));
} else if (values.list || values.help) {
  console.info(
    [
      "pnpm trial [NAME]… [--quick] [--all] [--packages]\n",
      "  --quick     only those that take less than a minute",
      "  --all       fails when a trial was skipped",
      "  --packages  prints the packages of Debian that the trials need and this machine lacks\n",
      "Trials:",
    ].join("\n"),
  );
  for (const { name, about } of TRIALS) console.info(`  ${name.padEnd(24)}${about}`);
} else {
  const interruption = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => interruption.abort(new Error(`interrupted by ${signal}`)));
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const trial of chosen) {
    if (interruption.signal.aborted) break;
    console.info(`== ${trial.name}`);
    const started = performance.now();
    const outcome = await runTrial(trial, interruption.signal, (line) => console.info(`  ${line}`));
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    if (outcome.is === "failed") console.error(`  FAILED after ${seconds} s:`, outcome.error);
    else console.info(outcome.is === "skipped" ? `  skipped, ${outcome.because}` : `  passed in ${seconds} s`);
    count[outcome.is] += 1;
  }
  console.info(`${count.passed} trials passed, ${count.failed} failed, ${count.skipped} skipped`);
  // At once, since whatever a failed trial left open would keep this process, and with it all of CI.
  process.exit(count.failed > 0 || interruption.signal.aborted || (values.all && count.skipped > 0) ? 1 : 0);
}
