import { coveringSubnets, foldSubnets } from "../../address/covering-subnets.ts";
import { keyOfText } from "../../address/ip-address.ts";
import type { NetworkRange } from "../../address-space/locate.ts";
import { COMMON_SPACE } from "../../address-space/space-numbers.ts";
import type { HomeSpace } from "../../contract/cascades.ts";
import { type Draft, draftOf } from "../../contract/errors/validation.ts";
import { placeAddresses } from "../../devices/addresses/address-placement.ts";
import { type Address, AddressInput, type Device, DeviceCreate, DeviceUpdate, type GivenAddress } from "../../devices/device.ts";
import { loadDevices } from "../../devices/device-rows.ts";
import type { Candidate } from "./candidate.ts";
import { type ImportRegister, sourcePosition } from "../import-register.ts";
import { addressKeys, matchDevices } from "./match-devices.ts";
import { mergeAddresses, sameAddresses } from "./merge-addresses.ts";
import { claimOwnFields, planOwnFields, withPlannedFields } from "./plan-own-fields.ts";
import { type PlannedHomes, plannedHomes } from "./places/planned-homes.ts";
import { plannedSpace } from "./places/planned-space.ts";
import { claimKey, compareFields, finish, idFor, type PlanContext, collectProblems } from "./plan-context.ts";
import type { PlanStep } from "./import-plan.ts";
import { keyText } from "../../natural-keys/natural-key.ts";

/** A device row with the record it is about, and what it would set. */
interface Planned {
  readonly candidate: Candidate;
  readonly before: Device | undefined;
  readonly draft: Draft<Partial<DeviceCreate>>;
  readonly datacenter: string | null;
  readonly name: string | undefined;
}

/** Plans devices: they are known by datacenter and name, or by an address that they hold. */
export async function planDevices(context: PlanContext, candidates: readonly Candidate[]): Promise<PlanStep[]> {
  const { queries, register } = context;
  const patches = candidates.map((candidate) => draftOf(DeviceUpdate, candidate.raw));
  const told = candidates.map((_, index) => patches[index]?.fields.datacenter_id ?? null);
  const toldHomes = await plannedHomes(context, { spaces: [], datacenters: told });
  const matched = await matchDevices(
    queries,
    candidates.map((candidate, index) => ({
      candidate,
      name: patches[index]?.fields.name,
      datacenter: told[index] ?? null,
      space: toldHomes.homeOf(told[index] ?? null).space,
      moves: register.plannedHome(told[index] ?? "") !== undefined,
    })),
  );
  const records = await loadDevices(queries, [...new Set(matched.flatMap((id) => id ?? []))]);
  const planned = candidates.map((candidate, index): Planned => {
    const before = withPlannedFields(context, records.get(matched[index] ?? "")?.device);
    const patch = patches[index] as (typeof patches)[number];
    candidate.id = before?.id ?? idFor(context, candidate);
    return {
      candidate,
      before,
      draft: before === undefined ? draftOf(DeviceCreate, candidate.raw) : patch,
      datacenter: patch.fields.datacenter_id === undefined ? (before?.datacenter_id ?? null) : patch.fields.datacenter_id,
      // Who was found by an address keeps the name that somebody gave it: a scan or a lease has a worse one.
      name: byAddress(candidate) ? (before?.name ?? patch.fields.name) : (patch.fields.name ?? before?.name),
    };
  });
  const homes = await plannedHomes(context, { spaces: [], datacenters: planned.map(({ datacenter }) => datacenter) });
  for (const one of planned) {
    planOwnFields(context, one.draft, one.before);
    if (one.before !== undefined)
      compareDevice(one, one.before, plannedLinks(register, homes.homeOf(one.datacenter), one.before.addresses));
  }
  await checkAddresses(context, planned, homes);
  return planned.map(({ candidate, before, draft, datacenter, name }): PlanStep => {
    collectProblems(candidate, draft);
    claimOwnFields(context, candidate);
    claimKey(context, candidate, name === undefined ? undefined : keyText({ name, scope: datacenter ?? "" }), {
      what: "device",
      isKnown: before !== undefined,
      isShared: true,
    });
    if (byAddress(candidate))
      for (const key of addressKeys(candidate)) claimAddress(context, candidate, `${homes.homeOf(datacenter).space} ${key}`);
    return finish(context, candidate, {
      scope: datacenter ?? "",
      names: name === undefined ? {} : { device: name },
      known: before !== undefined,
    });
  });
}

const byAddress = ({ row }: Candidate): boolean => row.match === "address";

/** Removes the links of addresses of a device that networks of earlier rows, which are new or move, link anew. */
function plannedLinks(register: ImportRegister, home: HomeSpace, stored: readonly Address[]): (address: Address) => Address {
  const { movedNetworks, prefixLengths } = register;
  if (movedNetworks.size === 0) return (address) => address;
  const isAround = ({ id, space }: NetworkRange): boolean => movedNetworks.has(id) && (space === home.space || space === COMMON_SPACE);
  const covering = coveringSubnets(
    stored.map(({ ip }) => keyOfText(ip)),
    prefixLengths,
  );
  const isEntered = foldSubnets(covering, false, (isIn, cidrKey) => isIn || register.networksAt(cidrKey).some(isAround));
  return (address) =>
    movedNetworks.has(address.network_id ?? "") || isEntered.get(keyOfText(address.ip)) === true
      ? { ...address, network_id: null, pool_id: null }
      : address;
}

/** Finds what an update changes, with lists as the row means them. */
function compareDevice({ candidate, draft }: Planned, before: Device, linked: (address: Address) => Address): void {
  const { addresses: _, ...fields } = draft.fields;
  if (byAddress(candidate)) delete fields.name;
  const { lists = "replace" } = candidate.row;
  for (const field of ["tags", "domains"] as const) {
    const sent = fields[field];
    if (sent === undefined) continue;
    const merged = lists === "add" ? [...new Set([...before[field], ...sent])] : sent;
    fields[field] = sameEntries(before[field], merged) ? before[field] : merged;
  }
  compareFields(candidate, { ...before }, fields);
  const { addresses } = candidate.raw;
  if (!Array.isArray(addresses)) return;
  const merged = mergeAddresses(before.addresses, addresses, lists, linked);
  if (!sameAddresses(before.addresses.map(linked), merged))
    candidate.changes.push({ field: "addresses", before: before.addresses, after: merged });
}

/** Whether two lists hold the same, in whichever order. */
function sameEntries(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
}

/** Tells what of the addresses does not fit, by the rules of the service, in the networks and pools as they will be. */
async function checkAddresses({ queries, register, newId }: PlanContext, planned: readonly Planned[], homes: PlannedHomes): Promise<void> {
  await placeAddresses(
    plannedSpace(queries, register),
    planned.map(({ candidate, before, draft, datacenter }) => {
      const changed = candidate.changes.find(({ field }) => field === "addresses")?.after as readonly GivenAddress[] | undefined;
      const sent = draft.fields.addresses ?? draft.elements("addresses", AddressInput) ?? [];
      return {
        inputs: before === undefined || draft.problems.any ? sent : (changed ?? []),
        home: homes.homeOf(datacenter),
        ownIds: new Set(before?.addresses.map(({ id }) => id)),
        problems: draft.problems,
      };
    }),
    newId,
  );
}

/** Two rows that are found by addresses must not have one in common: each would find what the other made. */
function claimAddress({ register }: PlanContext, candidate: Candidate, key: string): void {
  if (candidate.problems.any) return;
  const earlier = register.claim("device", `address ${key}`, {
    index: candidate.index,
    at: candidate.row.at,
    id: candidate.id,
    scope: "",
    known: true,
    digest: "",
  });
  if (earlier !== undefined)
    candidate.conflict(`has an address of the device at ${sourcePosition(earlier.at)}: make one row of the two`, "addresses");
}
