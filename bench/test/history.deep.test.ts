import { describe, expect, inject, it } from "vitest";
import { SeededRandom } from "../src/soak/crash/seeded-random.ts";
import { checkOperations } from "../src/soak/history/check-operations.ts";
import { historyTrial } from "../src/soak/history/history-trial.ts";
import { INTERLEAVED, interleave } from "../src/soak/history/interleave.ts";
import { stepModel } from "../src/soak/history/model-step.ts";
import { emptyNetwork, type Input, type NetworkState, type Output } from "../src/soak/history/network-model.ts";
import type { TimedOperation } from "../src/soak/history/operation-history.ts";
import { FAULTS, tamper } from "../src/soak/history/tamper.ts";
import { trialStorages } from "../../testing/storages.ts";

const STORAGES_OF_TRIAL = trialStorages("sqlite");

type Line = readonly [begin: number, end: number, input: Input, output: Output | undefined];

const allocate = (count = 1, key: string | null = null): Input => ({ op: "allocate", count, key });
const given = (...pairs: readonly (readonly [id: string, ip: string])[]): Output => ({ given: pairs.map(([id, ip]) => ({ id, ip })) });
const release = (id: string): Input => ({ op: "release", id });
const done: Output = { done: true };
const list: Input = { op: "list-allocations" };

/** Judges a history of a network with the addresses a, b and c. */
function violationsOf(...lines: readonly Line[]): readonly string[] {
  const operations = lines.map(([begin, end, input, output]): TimedOperation => ({ network: "n", input, output, begin, end }));
  return checkOperations(new Map([["n", emptyNetwork(["a", "b", "c"], "north")]]), operations).violations;
}

describe("an explainable history", () => {
  it.each<readonly [string, readonly Line[]]>([
    [
      "one after the other",
      [
        [1, 2, allocate(2), given(["1", "a"], ["2", "b"])],
        [3, 4, release("1"), done],
        [5, 6, allocate(), given(["3", "a"])],
      ],
    ],
    [
      "two at once in the other order",
      [
        [1, 10, allocate(), given(["1", "b"])],
        [2, 9, allocate(), given(["2", "a"])],
      ],
    ],
    [
      "a read that overlaps a change and does not see it",
      [
        [1, 10, allocate(), given(["1", "a"])],
        [2, 3, list, { value: "" }],
        [4, 5, list, { value: "a held" }],
      ],
    ],
    [
      "the same key twice",
      [
        [1, 2, allocate(2, "k"), given(["1", "a"], ["2", "b"])],
        [3, 4, allocate(2, "k"), given(["1", "a"], ["2", "b"])],
        [5, 6, allocate(1, "k"), { refused: "CONFLICT" }],
      ],
    ],
    [
      "no answer, and it had happened",
      [
        [1, Infinity, allocate(), undefined],
        [2, 3, allocate(), given(["1", "b"])],
      ],
    ],
    [
      "no answer, and it happened later",
      [
        [1, Infinity, allocate(), undefined],
        [2, 3, allocate(), given(["1", "a"])],
        [4, 5, { op: "next-ip" }, { value: "b" }],
        [6, 7, { op: "next-ip" }, { value: "c" }],
      ],
    ],
    [
      "no answer, and it never happened",
      [
        [1, Infinity, allocate(), undefined],
        [2, 3, allocate(), given(["1", "a"])],
        [4, 5, { op: "next-ip" }, { value: "b" }],
      ],
    ],
    [
      "no answer, and the key tells what it made",
      [
        [1, Infinity, allocate(1, "k"), undefined],
        [2, 3, allocate(1, "k"), given(["7", "a"])],
        [4, 5, release("7"), done],
      ],
    ],
    [
      "a device confirms, and takes the allocation with it",
      [
        [1, 2, allocate(), given(["1", "a"])],
        [3, 4, { op: "create-device", ip: "a" }, { device: "d" }],
        [5, 6, list, { value: "a confirmed" }],
        [7, 8, { op: "move-device", id: "d", ip: "c" }, done],
        [9, 10, release("1"), { refused: "NOT_FOUND" }],
        [11, 12, { op: "delete-device", id: "d" }, done],
        [13, 14, { op: "get-device", id: "d" }, { refused: "DEVICE_NOT_FOUND" }],
      ],
    ],
    [
      "exhausted at one moment",
      [
        [1, 2, allocate(3), given(["1", "a"], ["2", "b"], ["3", "c"])],
        [3, 6, allocate(), { refused: "IP_NOT_AVAILABLE" }],
        [4, 5, release("2"), done],
      ],
    ],
  ])("is accepted: %s", (_, lines) => {
    expect(violationsOf(...lines)).toEqual([]);
  });
});

describe("an anomaly", () => {
  it.each<readonly [string, readonly Line[]]>([
    [
      "an address given twice",
      [
        [1, 2, allocate(), given(["1", "a"])],
        [3, 4, allocate(), given(["2", "a"])],
      ],
    ],
    [
      "an address given twice at once",
      [
        [1, 4, allocate(), given(["1", "a"])],
        [2, 3, allocate(), given(["2", "a"])],
      ],
    ],
    [
      "a stale read",
      [
        [1, 2, { op: "move-network", to: "south" }, done],
        [3, 4, { op: "get-network" }, { value: "north" }],
      ],
    ],
    [
      "a read that goes back",
      [
        [1, 10, { op: "move-network", to: "south" }, done],
        [2, 3, { op: "get-network" }, { value: "south" }],
        [4, 5, { op: "get-network" }, { value: "north" }],
      ],
    ],
    [
      "a lost release",
      [
        [1, 2, allocate(), given(["1", "a"])],
        [3, 4, release("1"), done],
        [5, 6, list, { value: "a held" }],
      ],
    ],
    [
      "a device that reappears",
      [
        [1, 2, { op: "create-device", ip: "a" }, { device: "d" }],
        [3, 4, { op: "delete-device", id: "d" }, done],
        [5, 6, { op: "get-device", id: "d" }, { value: "a" }],
      ],
    ],
    ["an address that is not the lowest", [[1, 2, allocate(), given(["1", "b"])]]],
    [
      "exhausted with room",
      [
        [1, 2, allocate(2), given(["1", "a"], ["2", "b"])],
        [3, 4, allocate(), { refused: "IP_NOT_AVAILABLE" }],
      ],
    ],
    [
      "a key that gives other addresses",
      [
        [1, 2, allocate(1, "k"), given(["1", "a"])],
        [3, 4, allocate(1, "k"), given(["2", "b"])],
      ],
    ],
    [
      "half of an allocation",
      [
        [1, Infinity, allocate(2), undefined],
        [2, 3, list, { value: "a held" }],
      ],
    ],
    [
      "no answer, seen and unseen",
      [
        [1, Infinity, allocate(), undefined],
        [2, 3, list, { value: "a held" }],
        [4, 5, list, { value: "" }],
      ],
    ],
    [
      "released twice",
      [
        [1, 2, allocate(), given(["1", "a"])],
        [3, 4, release("1"), done],
        [5, 6, release("1"), done],
      ],
    ],
  ])("is found: %s", (_, lines) => {
    expect(violationsOf(...lines)).toEqual([expect.stringContaining("no order explains")]);
  });

  it("is told with what could not be explained", () => {
    const [violation] = violationsOf([1, 2, allocate(), given(["1", "a"])], [3, 4, allocate(), given(["2", "a"])]);
    expect(violation).toMatch(
      /n: no order explains the answers: 1 of 2 operations have an order; then none of these fits: allocate .*"id":"2"/,
    );
  });
});

const INITIAL = new Map([["network", INTERLEAVED]]);
const SEEDS = Array.from({ length: 150 }, (_, index) => index + 1);

/** The definition, without any cleverness. */
function someOrder(state: NetworkState, operations: readonly TimedOperation[]): boolean {
  if (operations.every(({ output }) => output === undefined)) return true;
  return operations.some((operation) => {
    if (operations.some(({ end }) => end < operation.begin)) return false;
    const next = stepModel(state, operation.input, operation.output, String(operation.begin));
    return (
      next !== undefined &&
      someOrder(
        next,
        operations.filter((other) => other !== operation),
      )
    );
  });
}

describe("the checker", () => {
  it("accepts whatever the model does, however it is interleaved", () => {
    for (const seed of SEEDS) {
      const operations = interleave(new SeededRandom(seed), 120, 6);
      expect(checkOperations(INITIAL, operations).violations, `seed ${seed}`).toEqual([]);
    }
  });

  it("agrees with trying every order", () => {
    const verdicts = { explained: 0, rejected: 0 };
    for (const seed of SEEDS) {
      const random = new SeededRandom(seed);
      const history = interleave(random, 7, 4);
      const operations = tamper(random, history, random.pick(FAULTS) ?? "stale read") ?? history;
      const explained = someOrder(INTERLEAVED, operations);
      expect(checkOperations(INITIAL, operations).violations.length === 0, `seed ${seed}`).toBe(explained);
      verdicts[explained ? "explained" : "rejected"] += 1;
    }
    console.info(JSON.stringify(verdicts));
    expect(verdicts.explained).toBeGreaterThan(20);
    expect(verdicts.rejected).toBeGreaterThan(20);
  });

  it.each(FAULTS)("mostly rejects the same with one wrong answer: %s", (fault) => {
    let tampered = 0;
    let rejected = 0;
    for (const seed of SEEDS) {
      const random = new SeededRandom(seed);
      const wrong = tamper(random, interleave(random, 120, 4), fault);
      if (wrong === undefined) continue;
      tampered += 1;
      if (checkOperations(INITIAL, wrong).violations.length > 0) rejected += 1;
    }
    console.info(`${fault}: ${rejected} of ${tampered} rejected`);
    expect(tampered).toBeGreaterThan(50);
    // Some wrong answers could have been right ones: beside a concurrent change, or one without an answer.
    expect(rejected / tampered).toBeGreaterThan(0.8);
  });
});

describe("the library in two processes", () => {
  it.each(
    (
      [
        { storage: "sqlite", kill: false },
        { storage: "sqlite", kill: true },
        { storage: "postgresql", kill: false },
        { storage: "postgresql", kill: true },
      ] as const
    ).filter(({ storage }) => STORAGES_OF_TRIAL.includes(storage)),
  )("gives answers that have an order: $storage, killed $kill", async ({ storage, kill }) => {
    const result = await historyTrial({ storage, clients: 12, operations: 200, seed: 7, kill, adminUrl: inject("postgresAdminUrl") });
    console.info(`history on ${storage}: ${JSON.stringify(result)}`);
    expect(result.violations).toEqual([]);
    expect(result).toMatchObject({ operations: 200, networks: 4, explained: 4 });
  });
});
