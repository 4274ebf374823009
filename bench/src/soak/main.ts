import { parseArgs } from "node:util";
import { TRIALS, type TrialOptions } from "./trials.ts";

/**
 * `pnpm soak`: the long forms of the trials whose short forms the tests run. Exits with 1 when one of them found a
 * violation, and prints the seed, so that the same choices can be made again.
 */
const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    minutes: { type: "string" },
    trial: { type: "string", multiple: true },
    scale: { type: "string", default: "1" },
    list: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

function positive(name: string, value: string): number {
  const number = Number(value);
  if (!(number > 0)) throw new Error(`--${name} must be a number above 0, not ${value}`);
  return number;
}

if (values.help || values.list) {
  console.info(
    "pnpm soak [--trial NAME]… [--minutes M] [--seed N] [--scale 0.1]\n\n  --minutes  for all trials together; each ends earlier " +
      "then\n  --scale    of the number of kills, copies and operations\n\nTrials:",
  );
  for (const { name, about } of TRIALS) console.info(`  ${name.padEnd(30)}${about}`);
} else {
  const chosen = TRIALS.filter(({ name }) => values.trial === undefined || values.trial.some((wanted) => name.startsWith(wanted)));
  if (chosen.length === 0) throw new Error(`no trial is called ${values.trial?.join(" or ")}; --list shows them`);
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : positive("seed", values.seed);
  const minutes = values.minutes === undefined ? undefined : positive("minutes", values.minutes) / chosen.length;
  const options: TrialOptions = { seed, scale: positive("scale", values.scale), minutes, report: (line) => console.info(`  ${line}`) };
  let failed = 0;
  for (const { name, run } of chosen) {
    console.info(`== ${name} (--seed ${seed})`);
    const { violations, ...counts } = await run(options);
    console.info(`  ${JSON.stringify(counts)}`);
    for (const violation of violations) console.error(`  VIOLATION ${violation}`);
    if (violations.length > 0) failed += 1;
  }
  console.info(`${chosen.length - failed} trials passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
