import type { Clock } from "../contract/clock.ts";
import type { Scanner, ScanPlan } from "../contract/scanner.ts";

const MOST_THOUGHT_MS = 5000;

/** A scanner that can run a plan here, or why none can. */
export type ScannerChoice = { readonly scanner: Scanner } | { readonly reason: string };

/**
 * The first scanner, by priority, that reaches the plan's addresses, looks as deep, and works on this machine.
 *
 * @param wanted id of the only one that may run it
 */
export async function chooseScanner(installed: readonly Scanner[], plan: Pick<ScanPlan, "family" | "scanType"> & { readonly size: number }, clock: Clock, wanted?: string): Promise<ScannerChoice> {
  if (installed.length === 0) return { reason: "no scanner is installed: add a scanner plugin" };
  const scanners = wanted === undefined ? installed : installed.filter(({ id }) => id === wanted);
  if (scanners.length === 0) return { reason: `the scanner ${wanted} is not installed: there are ${installed.map(({ id }) => id).join(", ")}` };
  const reasons: string[] = [];
  for (const scanner of scanners.toSorted((a, b) => b.priority - a.priority)) {
    const unfit = unfitness(scanner, plan) ?? (await unavailability(scanner, clock));
    if (unfit === null) return { scanner };
    reasons.push(`${scanner.id}: ${unfit}`);
  }
  return { reason: `no scanner can do this: ${reasons.join("; ")}` };
}

/** A scanner that breaks or hangs when it is asked does not work. */
async function unavailability(scanner: Scanner, clock: Clock): Promise<string | null> {
  const asked = new AbortController();
  try {
    const late = clock.sleep(MOST_THOUGHT_MS, asked.signal).then(() => "it does not say whether it works");
    return await Promise.race([scanner.unavailable(), late]);
  } catch (error) {
    return `it failed when it was asked whether it works: ${error instanceof Error ? error.message.slice(0, 200) : "no reason given"}`;
  } finally {
    asked.abort();
  }
}

function unfitness({ capabilities }: Scanner, { family, scanType, size }: { readonly family: 4 | 6; readonly scanType: ScanPlan["scanType"]; readonly size: number }): string | null {
  if (!capabilities.families.includes(family)) return `it does not reach IPv${family}`;
  if (!capabilities.scanTypes.includes(scanType)) return `it does no ${scanType} scans`;
  if (size > capabilities.maxAddresses) return `it probes at most ${capabilities.maxAddresses} addresses`;
  return null;
}
