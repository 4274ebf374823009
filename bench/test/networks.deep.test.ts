import { describe, expect, inject, it } from "vitest";
import { checkNetworks, type ListedNetwork } from "../src/soak/networks/check-networks.ts";
import type { NetworkCall, NetworkOutcome, NetworkSubject } from "../src/soak/networks/network-history.ts";
import { networksTrial } from "../src/soak/networks/networks-trial.ts";
import { trialStorages } from "../../testing/storages.ts";

const STORAGES_OF_TRIAL = trialStorages("postgresql");

const call = (begin: number, end: number, subject: NetworkSubject, outcome: NetworkOutcome): NetworkCall => ({
  begin,
  end,
  subject,
  outcome,
});
const asked = (tag: string, count = 1, length = 24): NetworkSubject => ({ kind: "allocate", tag, count, length });
const deleted = (network: string): NetworkSubject => ({ kind: "delete", network });
const OK: NetworkOutcome = { is: "ok", given: [] };
const UNKNOWN: NetworkOutcome = { is: "unknown" };
const refused = (code: string): NetworkOutcome => ({ is: "refused", code, message: "" });
/** Networks with the id `n1` and the like, each with its subnet. */
const gave = (...given: readonly (readonly [id: string, subnet: string])[]): NetworkOutcome => ({
  is: "ok",
  given: given.map(([id, subnet]) => ({ id, subnet })),
});
const listed = (id: string, subnet: string, description: string, parent = "p"): ListedNetwork => ({
  id,
  subnet,
  description,
  parent_id: parent,
});

describe("the check of allocated networks", () => {
  it.each<readonly [string, readonly NetworkCall[], readonly ListedNetwork[]]>([
    [
      "a network goes to the next after its deletion began",
      [
        call(0, 1, asked("x"), gave(["n1", "10.0.0.0/24"])),
        call(2, 5, deleted("n1"), OK),
        call(3, 4, asked("y", 2, 25), gave(["n2", "10.0.0.0/25"], ["n3", "10.0.0.128/25"])),
      ],
      [listed("n2", "10.0.0.0/25", "y"), listed("n3", "10.0.0.128/25", "y")],
    ],
    [
      "a key gives the same again, and there is no room",
      [
        call(0, 1, asked("x"), gave(["n1", "10.0.0.0/24"])),
        call(2, 3, asked("x"), gave(["n1", "10.0.0.0/24"])),
        call(4, 5, asked("y"), refused("PREFIX_NOT_AVAILABLE")),
      ],
      [listed("n1", "10.0.0.0/24", "x")],
    ],
    ["a call without an answer happened", [call(0, 1, asked("x"), UNKNOWN)], [listed("n1", "10.0.0.0/24", "x")]],
    ["a call without an answer did not happen", [call(0, 1, asked("x"), UNKNOWN)], []],
  ])("finds nothing when %s", (_, calls, end) => {
    expect(checkNetworks(calls, "p", end)).toEqual([]);
  });

  const given = call(0, 1, asked("x"), gave(["n1", "10.0.0.0/24"]));
  const there = listed("n1", "10.0.0.0/24", "x");
  it.each<readonly [string, string, readonly NetworkCall[], readonly ListedNetwork[]]>([
    [
      "two overlap",
      "10.0.0.128/25 was given to y while x had 10.0.0.0/24",
      [given, call(2, 3, asked("y", 1, 25), gave(["n2", "10.0.0.128/25"])), call(4, 5, deleted("n1"), OK)],
      [listed("n2", "10.0.0.128/25", "y")],
    ],
    [
      "a key gives others",
      "the key x gave different networks",
      [given, call(2, 3, asked("x"), gave(["n2", "10.0.1.0/24"]))],
      [there, listed("n2", "10.0.1.0/24", "x")],
    ],
    ["another length is given", "asked for 1 of /25", [call(0, 1, asked("x", 1, 25), gave(["n1", "10.0.0.0/24"]))], [there]],
    ["one is lost", "10.0.0.0/24, given to x, is gone", [given], []],
    ["a deletion is lost", "which x deleted, is still there", [given, call(2, 3, deleted("n1"), OK)], [there]],
    ["it has another parent", "is 10.0.0.0/24 of q", [given], [{ ...there, parent_id: "q" }]],
    ["one leaked", "leaked: 10.0.1.0/24 of x", [given], [there, listed("n2", "10.0.1.0/24", "x")]],
    ["half of a request happened", "happened by half: 1 of 2", [call(0, 1, asked("x", 2), UNKNOWN)], [there]],
    ["a request fails", "x was refused: CONFLICT", [call(0, 1, asked("x"), refused("CONFLICT"))], []],
    ["a deletion fails", "n1 was not deleted: NETWORK_NOT_FOUND", [given, call(2, 3, deleted("n1"), refused("NETWORK_NOT_FOUND"))], []],
    [
      "what nobody was told of overlaps",
      "10.0.0.0/24 and 10.0.0.0/25 overlap at the end",
      [given, call(2, 3, asked("y", 1, 25), UNKNOWN)],
      [there, listed("n2", "10.0.0.0/25", "y")],
    ],
  ])("tells when %s", (_, violation, calls, end) => {
    expect(checkNetworks(calls, "p", end)).toEqual([expect.stringContaining(violation)]);
  });
});

describe("clients of two processes, one of which is killed", () => {
  it.each(
    (
      [
        { storage: "sqlite", via: "library", clients: 16 },
        { storage: "postgresql", via: "library", clients: 32 },
        { storage: "postgresql", via: "http", clients: 16 },
      ] as const
    ).filter(({ storage }) => STORAGES_OF_TRIAL.includes(storage)),
  )("never share a network: $clients on $storage via $via", async ({ storage, via, clients }) => {
    const result = await networksTrial({
      storage,
      via,
      clients,
      operations: clients * 5,
      seed: 7,
      report: (line) => console.info(line),
      adminUrl: inject("postgresAdminUrl"),
    });
    expect(result.violations).toEqual([]);
    expect(result.kills).toBe(1);
    expect(result.networks).toBeGreaterThan(clients);
  });
});
