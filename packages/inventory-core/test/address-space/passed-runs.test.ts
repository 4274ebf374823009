import { type OpenStorage, STORAGE } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AddressKey } from "../../src/address/address-key.ts";
import { runsOfKeys, touchesRuns, unionRuns } from "../../src/address/runs.ts";
import { lowestFree } from "../../src/address-space/passed-over/lowest-free.ts";
import { PASSED_REASONS, type PassedReason } from "../../src/address-space/passed-over/passed-address.entity.ts";
import { PASSED_UPKEEP } from "../../src/address-space/passed-over/passed-upkeep.ts";
import { settleRuns } from "../../src/address-space/passed-over/settled-runs.ts";
import { skippedIn } from "../../src/address-space/passed-over/skipped.ts";
import { freeKeys, takeKeys } from "../../src/address-space/taken-runs.ts";
import { createInventory } from "../../src/index.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const SPACE = 4711;
const WIDTH = 120;

/** The last addresses of IPv4, so that runs reach the end of the family. */
const keyOf = (offset: number): AddressKey => `4${(0xff_ff_ff_ff - WIDTH + 1 + offset).toString(16).padStart(8, "0")}`;
const KEYS = Array.from({ length: WIDTH }, (_, at) => keyOf(at));

const offsets = fc.array(fc.nat(WIDTH - 1), { minLength: 1, maxLength: 40 }).map((all) => [...new Set(all)]);
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom("take", "free", "unmark"), at: offsets }),
    fc.record({
      kind: fc.constant("mark"),
      at: offsets,
      reason: fc.constantFrom(...PASSED_REASONS),
      seconds: fc.integer({ min: 1, max: 40 }),
    }),
    fc.record({ kind: fc.constant("wait"), seconds: fc.integer({ min: 1, max: 30 }) }),
    fc.record({ kind: fc.constant("tidy") }),
  ),
  { minLength: 1, maxLength: 14 },
);

/** What is so, told one address at a time. */
class Naive {
  readonly taken = new Set<AddressKey>();
  readonly marks = new Map<AddressKey, Map<PassedReason, string>>();

  isPassed(key: AddressKey, over: PassedReason, now: string): boolean {
    const until = [...(this.marks.get(key) ?? [])].filter(([reason]) => over === "seen" || reason === "quarantined");
    return until.some(([, end]) => end > now);
  }

  free(over: PassedReason, now: string): AddressKey[] {
    return KEYS.filter((key) => !this.taken.has(key) && !this.isPassed(key, over, now));
  }
}

type Step = (typeof steps extends fc.Arbitrary<infer All extends readonly unknown[]> ? All : never)[number];

async function doStep(storage: OpenStorage, naive: Naive, step: Step, now: string): Promise<void> {
  if (!("at" in step)) return;
  const keys = step.at.map(keyOf);
  await storage.write(async (transaction) => {
    if (step.kind === "take") await takeKeys(transaction, SPACE, keys);
    if (step.kind === "free") await freeKeys(transaction, SPACE, keys);
    if (step.kind === "unmark") await transaction.exec("delete from passed_address where space = ? and ip_key = any(?)", [SPACE, keys]);
    if ("reason" in step) {
      const until = new Date(Date.parse(now) + step.seconds * 1000).toISOString();
      await transaction.exec("delete from passed_address where space = ? and ip_key = any(?) and reason = ?", [SPACE, keys, step.reason]);
      await transaction.insert(
        "passed_address",
        ["space", "ip_key", "reason", "until_at", "last_seen", "pool_id"],
        keys.map((key) => [SPACE, key, step.reason, until, step.reason === "seen" ? now : null, null]),
      );
      for (const key of keys) naive.marks.set(key, new Map([...(naive.marks.get(key) ?? []), [step.reason, until]]));
    }
    await settleRuns(transaction, SPACE, keys, now);
  });
  for (const key of keys) {
    if (step.kind === "take") naive.taken.add(key);
    if (step.kind === "free") naive.taken.delete(key);
    if (step.kind === "unmark") naive.marks.delete(key);
  }
}

async function compare(storage: OpenStorage, naive: Naive, now: string): Promise<void> {
  for (const over of PASSED_REASONS) {
    const free = naive.free(over, now);
    for (const [from, to, count] of [
      [0, WIDTH - 1, 1],
      [0, WIDTH - 1, WIDTH],
      [30, 90, 7],
    ] as const) {
      const place = { space: SPACE, lo: keyOf(from), hi: keyOf(to) };
      const expected = free.filter((key) => key >= place.lo && key <= place.hi).slice(0, count);
      const { keys, hasPassed } = await lowestFree(storage.read, place, count, { now, over });
      expect(keys).toEqual(expected);
      const hi = keys.length === count ? (keys.at(-1) as AddressKey) : place.hi;
      const passed = KEYS.filter((key) => key >= place.lo && key <= hi && !naive.taken.has(key) && naive.isPassed(key, over, now));
      expect(hasPassed || passed.length === 0).toBe(true);
      const skipped = await skippedIn(storage.read, { ...place, hi }, keys, { now, over });
      expect(skipped.map(({ key }) => key)).toEqual(passed.slice(0, 20));
    }
  }
}

/** Runs whose time has not passed are exactly what is taken or passed over around an address that is passed over. */
async function compareRuns(storage: OpenStorage, naive: Naive, now: string): Promise<void> {
  for (const reason of PASSED_REASONS) {
    const passed = runsOfKeys(KEYS.filter((key) => !naive.taken.has(key) && naive.isPassed(key, reason, now)));
    const expected = unionRuns(
      passed,
      runsOfKeys(naive.taken).filter((run) => touchesRuns(passed, run)),
    );
    const rows = await storage.read.all<{ lo: AddressKey; hi: AddressKey; until_at: string }>(
      "select lo, hi, until_at from passed_run where space = ? and reason = ? order by lo",
      [SPACE, reason],
    );
    const fresh = rows.filter(
      ({ hi, lo, until_at: until }) => until > now && KEYS.some((key) => key >= lo && key <= hi && !naive.taken.has(key)),
    );
    for (const { lo, hi } of fresh) expect(expected).toContainEqual({ lo, hi });
  }
}

describe.each(DATABASES)("runs of addresses that are passed over, on %s", (name, open) => {
  it("lead to what looking at each address would, through changes and time", async () => {
    await using place = await open();
    const clock = new FakeClock();
    await using inventory = await createInventory({ storage: place.storage(), clock });
    const storage = inventory.host.get(STORAGE);
    const upkeep = inventory.host.get(PASSED_UPKEEP);
    await upkeep.stop();
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const naive = new Naive();
        await storage.write(async (transaction) => {
          for (const table of ["taken_run", "passed_run", "passed_address"])
            await transaction.exec(`delete from ${table} where space = ?`, [SPACE]);
        });
        for (const step of all) {
          if (step.kind === "wait" && "seconds" in step) await clock.advance(step.seconds * 1000);
          const now = new Date(clock.now()).toISOString();
          await doStep(storage, naive, step, now);
          if (step.kind === "tidy") await inventory.host.get(PASSED_UPKEEP).tidy();
          await compare(storage, naive, now);
          await compareRuns(storage, naive, now);
        }
      }),
      { numRuns: name === "sqlite" ? 20 : 5 },
    );
    const { differences } = await inventory.verify();
    expect(differences.filter(({ check }) => check === "passed-runs")).toEqual([]);
  });
});
