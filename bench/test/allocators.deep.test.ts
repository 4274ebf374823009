import { describe, expect, inject, it } from "vitest";
import type { AllocationHistory, CallRecord, Given, Outcome, Subject } from "../src/soak/allocators/allocation-history.ts";
import { allocatorsTrial } from "../src/soak/allocators/allocators-trial.ts";
import { checkDrained, checkEnd } from "../src/soak/allocators/check-end.ts";
import { checkHistory } from "../src/soak/allocators/check-history.ts";
import type { DrainedState, EndState, ListedAllocation } from "../src/soak/allocators/end-state.ts";
import { trialStorages } from "../../testing/storages.ts";

const STORAGES_OF_TRIAL = trialStorages("postgresql");

const POOL = { addresses: ["a", "b", "c", "d"] };
/** A wall clock of a second for each point. */
const CLOCK = Array.from({ length: 100 }, (_, seq) => seq * 1000);
const OK: Outcome = { is: "ok", given: [] };
const UNKNOWN: Outcome = { is: "unknown", unavailable: false };

const call = (begin: number, end: number, subject: Subject, outcome: Outcome): CallRecord => ({
  subject,
  outcome,
  begin: { seq: begin, at: begin * 1000 },
  end: { seq: end, at: end * 1000 },
});
const asked = (tag: string, count = 1, ttlSeconds: number | null = null): Subject => ({ kind: "allocate", tag, count, ttlSeconds });
/** Allocations with the ids `a1` for the address `a`. */
const gave = (...ids: readonly string[]): Outcome => ({
  is: "ok",
  given: ids.map((id): Given => ({ id, ip: id.slice(0, 1), expiresAt: null })),
});
const gaveUntil = (at: number, id: string): Outcome => ({ is: "ok", given: [{ id, ip: id.slice(0, 1), expiresAt: at * 1000 }] });
const refused = (code: string): Outcome => ({ is: "refused", code, message: "" });
const EXHAUSTED = refused("IP_NOT_AVAILABLE");
const release = (allocation: string): Subject => ({ kind: "release", allocation });
const confirm = (allocation: string, device: string): Subject => ({ kind: "confirm", allocation, ip: allocation.slice(0, 1), device });
const remove = (device: string): Subject => ({ kind: "remove", device });

const historyOf = (...records: readonly CallRecord[]): AllocationHistory => ({ records, clock: CLOCK });
const violationsOf = (...records: readonly CallRecord[]): string[] => checkHistory(POOL, historyOf(...records), new Set());

describe("the check of a history of allocations", () => {
  it.each<readonly [string, readonly CallRecord[]]>([
    [
      "an address goes to the next after its release began",
      [call(0, 1, asked("x"), gave("a1")), call(2, 5, release("a1"), OK), call(3, 4, asked("y"), gave("a2"))],
    ],
    [
      "an address goes to the next when it expired",
      [
        call(0, 1, asked("x", 1, 5), gaveUntil(5, "a1")),
        call(6, 7, asked("y"), gave("a2")),
        call(8, 9, release("a1"), refused("NOT_FOUND")),
      ],
    ],
    [
      "a call is repeated when what it was given has expired",
      [call(0, 1, asked("x", 1, 5), UNKNOWN), call(6, 7, asked("x", 1, 5), refused("CONFLICT"))],
    ],
    ["a key gives the same again", [call(0, 1, asked("x", 2), gave("a1", "b1")), call(2, 3, asked("x", 2), gave("b1", "a1"))]],
    [
      "none are left",
      [call(0, 1, asked("x", 4), gave("a1", "b1", "c1", "d1")), call(2, 5, asked("y"), EXHAUSTED), call(3, 4, release("a1"), OK)],
    ],
    ["none are left because of a call without an answer", [call(0, 9, asked("x", 3, 20), UNKNOWN), call(1, 2, asked("y", 2), EXHAUSTED)]],
    [
      "a device holds on",
      [
        call(0, 1, asked("x"), gave("a1")),
        call(2, 3, confirm("a1", "d"), OK),
        call(4, 5, release("a1"), OK),
        call(6, 9, remove("d"), OK),
        call(7, 8, asked("y"), gave("a2")),
      ],
    ],
  ])("finds nothing when %s", (_, records) => {
    expect(violationsOf(...records)).toEqual([]);
  });

  it.each<readonly [string, string, readonly CallRecord[]]>([
    [
      "an address is given to two",
      "a was given to y while x had it",
      [call(0, 1, asked("x"), gave("a1")), call(2, 3, asked("y"), gave("a2"))],
    ],
    [
      "an address is given before it expired",
      "a was given to y while x had it",
      [call(0, 1, asked("x", 1, 5), gaveUntil(5, "a1")), call(2, 3, asked("y"), gave("a2"))],
    ],
    [
      "an address is given while a device holds it",
      "a was given to y while x had it",
      [
        call(0, 1, asked("x"), gave("a1")),
        call(2, 3, confirm("a1", "d"), OK),
        call(4, 5, release("a1"), OK),
        call(6, 7, asked("y"), gave("a2")),
      ],
    ],
    [
      "a hold expires that a device confirmed",
      "a was given to y while x had it",
      [call(0, 1, asked("x", 1, 5), gaveUntil(5, "a1")), call(2, 3, confirm("a1", "d"), OK), call(6, 7, asked("y"), gave("a2"))],
    ],
    ["a key gives others", "the key x gave different addresses", [call(0, 1, asked("x"), gave("a1")), call(2, 3, asked("x"), gave("b1"))]],
    ["too few are given", "x asked for 2", [call(0, 1, asked("x", 2), gave("a1"))]],
    ["another range is given", "not in the pool", [call(0, 1, asked("x"), gave("z1"))]],
    [
      "one allocation is given to two",
      "x and y were given one allocation",
      [call(0, 1, asked("x"), gave("a1")), call(2, 3, release("a1"), OK), call(4, 5, asked("y"), gave("a1"))],
    ],
    [
      "nothing is given with room left",
      "at most 2 of 4 could be held",
      [call(0, 1, asked("x", 2), gave("a1", "b1")), call(2, 3, asked("y", 2), EXHAUSTED)],
    ],
    [
      "nothing is given after a release",
      "at most 3 of 4 could be held",
      [call(0, 1, asked("x", 4), gave("a1", "b1", "c1", "d1")), call(2, 3, release("a1"), OK), call(4, 5, asked("y"), EXHAUSTED)],
    ],
    [
      "nothing is given after all expired",
      "at most 0 of 4 could be held",
      [call(0, 1, asked("x", 1, 5), gaveUntil(5, "a1")), call(6, 7, asked("y", 4), EXHAUSTED)],
    ],
    [
      "a release is refused",
      "the release of a1 was refused: NOT_FOUND",
      [call(0, 1, asked("x"), gave("a1")), call(2, 3, release("a1"), refused("NOT_FOUND"))],
    ],
    ["an allocation fails", "x was refused: INTERNAL", [call(0, 1, asked("x"), refused("INTERNAL"))]],
    [
      "a call is refused before what it was given can have expired",
      "x was refused: CONFLICT",
      [call(0, 1, asked("x", 1, 5), UNKNOWN), call(3, 4, asked("x", 1, 5), refused("CONFLICT"))],
    ],
    [
      "a device is refused",
      "confirm of d was refused",
      [call(0, 1, asked("x"), gave("a1")), call(2, 3, confirm("a1", "d"), refused("INTERNAL"))],
    ],
  ])("tells when %s", (_, violation, records) => {
    expect(violationsOf(...records)).toEqual([expect.stringContaining(violation)]);
  });
});

const listed = (id: string, note: string, deviceId: string | null = null): ListedAllocation => ({
  id,
  ip: id.slice(0, 1),
  note,
  status: deviceId === null ? "held" : "confirmed",
  device_id: deviceId,
  expires_at: null,
});
const heatmap = (text: string): EndState["heatmap"] =>
  POOL.addresses.map((ip, index) => ({ ip, status: { u: "used", r: "reserved" }[text[index] as string] ?? "available" }));

/** x holds a, y holds b by the device d, z gave c back, and nobody knows of w. */
const HISTORY = historyOf(
  call(0, 1, asked("x"), gave("a1")),
  call(2, 3, asked("y"), gave("b1")),
  call(4, 5, confirm("b1", "d"), OK),
  call(6, 7, asked("z"), gave("c1")),
  call(8, 9, release("c1"), OK),
  call(10, 11, asked("w", 2), UNKNOWN),
);
const DEVICE = { id: "d-id", name: "d", addresses: [{ ip: "b" }] };
const END: EndState = {
  allocations: [listed("a1", "x"), listed("b1", "y", "d-id")],
  devices: [DEVICE],
  heatmap: heatmap("ru  "),
  counters: { used: 1, held: 1 },
};

describe("the check of what is left", () => {
  it("accepts what was told, with or without the calls that were not answered", () => {
    expect(checkEnd(HISTORY, END)).toEqual([]);
    const happened: EndState = {
      ...END,
      allocations: [...END.allocations, listed("c2", "w"), listed("d2", "w")],
      heatmap: heatmap("rurr"),
      counters: { used: 1, held: 3 },
    };
    expect(checkEnd(HISTORY, happened)).toEqual([]);
  });

  it.each<readonly [string, string, Partial<EndState>]>([
    [
      "an allocation is lost",
      "a, held by x, is not allocated any more",
      { allocations: [listed("b1", "y", "d-id")], heatmap: heatmap(" u  "), counters: { used: 1, held: 0 } },
    ],
    [
      "a release is lost",
      "c, given back by z, is still allocated",
      { allocations: [...END.allocations, listed("c1", "z")], heatmap: heatmap("rur "), counters: { used: 1, held: 2 } },
    ],
    [
      "an allocation leaked",
      "leaked: c of x",
      { allocations: [...END.allocations, listed("c9", "x")], heatmap: heatmap("rur "), counters: { used: 1, held: 2 } },
    ],
    [
      "half of an allocation happened",
      "w, without an answer, happened by half",
      { allocations: [...END.allocations, listed("c2", "w")], heatmap: heatmap("rur "), counters: { used: 1, held: 2 } },
    ],
    [
      "a device is nobody's",
      "nobody made the device e",
      { devices: [DEVICE, { id: "e-id", name: "e", addresses: [{ ip: "d" }] }], heatmap: heatmap("ru u"), counters: { used: 2, held: 1 } },
    ],
    ["a counter is off", "the counters are 1 used and 2 held, in place of 1 and 1", { counters: { used: 1, held: 2 } }],
    ["the heatmap is off", "the heatmap has c as reserved, but it is available", { heatmap: heatmap("rur ") }],
  ])("tells when %s", (_, violation, changed) => {
    expect(checkEnd(HISTORY, { ...END, ...changed })).toEqual([expect.stringContaining(violation)]);
  });

  it("tells when a device is lost, and its allocation with it", () => {
    const end: EndState = {
      ...END,
      allocations: [listed("a1", "x")],
      devices: [],
      heatmap: heatmap("r   "),
      counters: { used: 0, held: 1 },
    };
    expect(checkEnd(HISTORY, end)).toEqual(["b, held by y, is not allocated any more", "the device d is gone"]);
  });

  const FREE: DrainedState = {
    allocations: [],
    devices: [],
    heatmap: heatmap("    "),
    counters: { used: 0, held: 0 },
    nextIp: "a",
    whole: POOL.addresses,
  };

  it.each<readonly [string, string, Partial<DrainedState>]>([
    ["the next address is not the first", "the next address of the free pool is b, not a", { nextIp: "b" }],
    ["the pool is not wholly free", "the whole free pool could not be allocated", { whole: ["a", "b", "c"] }],
    ["a counter stays", "the counters are 0 used and 1 held", { counters: { used: 0, held: 1 } }],
  ])("tells when after all was given back %s", (_, violation, changed) => {
    expect(checkDrained(POOL, FREE)).toEqual([]);
    expect(checkDrained(POOL, { ...FREE, ...changed })).toEqual([expect.stringContaining(violation)]);
  });
});

describe("clients of two processes, one of which is killed", () => {
  it.each(
    (
      [
        { storage: "sqlite", via: "library", clients: 16 },
        { storage: "sqlite", via: "http", clients: 16 },
        { storage: "postgresql", via: "library", clients: 64 },
        { storage: "postgresql", via: "http", clients: 64 },
      ] as const
    ).filter(({ storage }) => STORAGES_OF_TRIAL.includes(storage)),
  )("never share an address: $clients on $storage via $via", async ({ storage, via, clients }) => {
    const report = (line: string): void => console.info(line);
    const result = await allocatorsTrial({
      storage,
      via,
      clients,
      operations: clients * (storage === "sqlite" ? 6 : 4),
      seed: 11,
      kill: true,
      report,
      adminUrl: inject("postgresAdminUrl"),
    });
    expect(result.violations).toEqual([]);
    expect(result).toMatchObject({ kills: 1, unavailable: 0 });
    expect(result.allocations).toBeGreaterThan(clients);
    expect(result.exhausted).toBeGreaterThan(0);
  });
});
