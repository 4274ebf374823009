import type { Clock } from "../../contract/clock.ts";
import { messageOf } from "../../contract/errors/failure-text.ts";
import type { Scanner, ScanPlan } from "../../contract/scanning/scanner.ts";
import { answerWithin } from "./answer-within.ts";

const MAX_THOUGHT_MS = 5000;
const MAX_REASON_CHARACTERS = 500;

/** A scanner that can run a plan here, or why none can. */
export type ScannerChoice = { readonly scanner: Scanner } | { readonly reason: string };

/**
 * The first scanner, by priority, that reaches the plan's addresses, looks as deep, and works on this machine.
 *
 * @param wanted id of the only one that may run it
 */
export async function chooseScanner(all: readonly Scanner[], plan: Asked, clock: Clock, wanted?: string): Promise<ScannerChoice> {
  const installed = all.filter(({ isWitness }) => isWitness !== true);
  if (installed.length === 0) return { reason: "no scanner is installed: add a scanner plugin" };
  const scanners = wanted === undefined ? installed : installed.filter(({ id }) => id === wanted);
  if (scanners.length === 0)
    return { reason: `the scanner ${wanted} is not installed: there are ${installed.map(({ id }) => id).join(", ")}` };
  const reasons: string[] = [];
  for (const scanner of scanners.toSorted((a, b) => b.priority - a.priority)) {
    const unfit = await unfitness(scanner, plan, clock);
    if (unfit === null) return { scanner };
    reasons.push(`${scanner.id}: ${unfit}`);
  }
  return { reason: `no scanner can do this: ${reasons.join("; ")}` };
}

/** The witnesses that can tell of a plan's addresses here. */
export async function chooseWitnesses(installed: readonly Scanner[], plan: Asked, clock: Clock): Promise<readonly Scanner[]> {
  const able = await Promise.all(
    installed.map(async (scanner) => (scanner.isWitness === true && (await unfitness(scanner, plan, clock)) === null ? [scanner] : [])),
  );
  return able.flat();
}

type Asked = Pick<ScanPlan, "family" | "scanType"> & { readonly size: number };

/** Why it cannot run a plan here. A scanner that breaks or hangs when it is asked does not work. */
async function unfitness(scanner: Scanner, plan: Asked, clock: Clock): Promise<string | null> {
  try {
    const incapable = incapacity(scanner, plan);
    if (incapable !== null) return incapable;
    const answer: unknown = await answerWithin(clock, MAX_THOUGHT_MS, () => scanner.unavailable(), "it does not say whether it works");
    return answer === null || answer === undefined ? null : messageOf(answer).slice(0, MAX_REASON_CHARACTERS);
  } catch (error) {
    return (
      `it failed when it was asked whether it works: ` +
      `${(error instanceof Error && messageOf(error).slice(0, MAX_REASON_CHARACTERS)) || "no reason given"}`
    );
  }
}

function incapacity({ capabilities }: Scanner, { family, scanType, size }: Asked): string | null {
  if (!capabilities.families.includes(family)) return `it does not reach IPv${family}`;
  if (!capabilities.scanTypes.includes(scanType)) return `it does no ${scanType} scans`;
  if (size > capabilities.maxAddresses) return `it probes at most ${capabilities.maxAddresses} addresses`;
  return null;
}
