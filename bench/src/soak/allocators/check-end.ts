import type { AllocationHistory, CallRecord } from "./allocation-history.ts";
import type { PoolRange } from "./check-history.ts";
import type { DrainedState, EndState, ListedAllocation } from "./end-state.ts";
import { holdingsOf, type LostRequest, recordsOf } from "./holdings.ts";

/** What was told to clients must be what is left: nothing leaked, nothing lost, and all ways of looking agree. */
export function checkEnd(history: AllocationHistory, end: EndState): string[] {
  const { holdings, lost } = holdingsOf(history);
  const calls = new Calls(history);
  const listed = new Map(end.allocations.map((allocation) => [allocation.id, allocation]));
  const violations: string[] = [];
  for (const { id, ip, tag, sureTo } of holdings) {
    const expected = calls.allocationStays(id, sureTo.at);
    const found = listed.get(id);
    if (expected === true && found === undefined) violations.push(`${ip}, held by ${tag}, is not allocated any more`);
    if (expected === false && found !== undefined) violations.push(`${ip}, given back by ${tag}, is still allocated`);
    if (found !== undefined && found.ip !== ip) violations.push(`the allocation ${id} of ${tag} was ${ip} and is ${found.ip}`);
    listed.delete(id);
  }
  return [...violations, ...checkStrays([...listed.values()], lost), ...checkDevices(calls, end), ...checkViews(end)];
}

/** Allocations that no answer told of: those of requests without an answer, all or none. */
function checkStrays(strays: readonly ListedAllocation[], lost: readonly LostRequest[]): string[] {
  const counts = new Map(lost.map(({ subject }) => [subject.tag, subject.count]));
  return [...Map.groupBy(strays, ({ note }) => note)].flatMap(([tag, own]) => {
    const count = counts.get(tag);
    const ips = own.map(({ ip }) => ip).join(", ");
    if (count === undefined) return [`leaked: ${ips} of ${tag}, which nobody was given`];
    return count === own.length ? [] : [`${tag}, without an answer, happened by half: ${ips} of ${count}`];
  });
}

/** The calls that decide what is left. */
class Calls {
  readonly #releases: ReadonlyMap<string, CallRecord>;
  readonly #confirmOf: ReadonlyMap<string, ReturnType<typeof recordsOf<"confirm">>[number]>;
  readonly #removes: ReadonlyMap<string, CallRecord>;

  constructor(history: AllocationHistory) {
    this.#releases = new Map(recordsOf(history, "release").map((record) => [record.subject.allocation, record]));
    this.#confirmOf = new Map(recordsOf(history, "confirm").map((record) => [record.subject.allocation, record]));
    this.#removes = new Map(recordsOf(history, "remove").map((record) => [record.subject.device, record]));
  }

  get confirms(): ReturnType<typeof recordsOf<"confirm">> {
    return [...this.#confirmOf.values()];
  }

  /** Undefined when both may be. */
  allocationStays(id: string, expires: number): boolean | undefined {
    const release = this.#releases.get(id)?.outcome.is;
    const confirm = this.#confirmOf.get(id);
    const remove = confirm === undefined ? undefined : this.#removes.get(confirm.subject.device)?.outcome.is;
    if (release === "ok" || remove === "ok" || expires <= Date.now()) return false;
    return release === "unknown" || remove === "unknown" ? undefined : true;
  }

  deviceStays(confirm: CallRecord, device: string): boolean | undefined {
    const remove = this.#removes.get(device)?.outcome.is;
    if (confirm.outcome.is === "refused" || remove === "ok") return false;
    return confirm.outcome.is === "unknown" || remove === "unknown" ? undefined : true;
  }
}

function checkDevices(calls: Calls, { devices }: EndState): string[] {
  const listed = new Map(devices.map((device) => [device.name, device]));
  const violations: string[] = [];
  for (const confirm of calls.confirms) {
    const { device, ip } = confirm.subject;
    const expected = calls.deviceStays(confirm, device);
    const found = listed.get(device);
    if (expected === true && found === undefined) violations.push(`the device ${device} is gone`);
    if (expected === false && found !== undefined) violations.push(`the device ${device} was deleted and is there`);
    if (found !== undefined && found.addresses.map((address) => address.ip).join() !== ip)
      violations.push(`the device ${device} was made at ${ip} and is ${JSON.stringify(found.addresses)}`);
    listed.delete(device);
  }
  for (const name of listed.keys()) violations.push(`nobody made the device ${name}`);
  return violations;
}

/** Heatmap and counters say what allocations and devices say. */
function checkViews({ allocations, devices, heatmap, counters }: EndState): string[] {
  const violations: string[] = [];
  const used = new Set(devices.flatMap(({ addresses }) => addresses.map(({ ip }) => ip)));
  const held = new Set(allocations.filter(({ status }) => status === "held").map(({ ip }) => ip));
  if (new Set(allocations.map(({ ip }) => ip)).size < allocations.length) violations.push("two allocations have one address");
  for (const { ip, status } of allocations) {
    if ((status === "confirmed") !== used.has(ip))
      violations.push(`the allocation of ${ip} is ${status}, and ${used.has(ip) ? "a" : "no"} device has it`);
  }
  for (const { ip, status } of heatmap) {
    const expected = used.has(ip) ? "used" : held.has(ip) ? "reserved" : "available";
    if (status !== expected) violations.push(`the heatmap has ${ip} as ${status}, but it is ${expected}`);
  }
  if (counters.used !== used.size || counters.held !== held.size)
    violations.push(`the counters are ${counters.used} used and ${counters.held} held, in place of ${used.size} and ${held.size}`);
  return violations;
}

/** After everything was given back the pool is wholly free. */
export function checkDrained(pool: PoolRange, drained: DrainedState): string[] {
  const violations = checkViews(drained);
  if (drained.allocations.length + drained.devices.length > 0) violations.push("something is listed after everything was given back");
  if (drained.nextIp !== pool.addresses[0])
    violations.push(`the next address of the free pool is ${drained.nextIp}, not ${pool.addresses[0]}`);
  if (drained.whole.join() !== pool.addresses.join())
    violations.push(`the whole free pool could not be allocated: ${drained.whole.join(", ")}`);
  return violations;
}
