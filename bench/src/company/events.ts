import type { Machine } from "./machines.ts";
import type { Truth } from "./truth.ts";

/** Something that becomes of a machine on one day. */
type Happening = (truth: Truth, machine: Machine, day: number) => void;

const turnOff = (machine: Machine): void => void (machine.isOn = false);
const turnOn = (machine: Machine): void => void (machine.isOn = true);

/** VRRP and HSRP. */
const VIRTUAL_ROUTERS = ["00:00:5e:00:01", "00:00:0c:07:ac"];

/** Everything that happens to machines, or that they do, which no register is told of. */
export const HAPPENINGS = {
  moves: (truth, machine) => void (machine.ips = [truth.freeIp(machine.site, machine.ips[0] as string, false)]),
  "crosses to the other network": (truth, machine) => void (machine.ips = [truth.freeIp(machine.site, machine.ips[0] as string, true)]),
  "swaps hardware addresses": (truth, machine) => {
    const other = truth.otherThan(machine);
    [machine.mac, other.mac] = [other.mac, machine.mac];
  },
  "gets a new card": (truth, machine) => void (machine.mac = truth.newMac()),
  goes: (_, machine) => turnOff(machine),
  "goes and returns": (truth, machine, day) => {
    turnOff(machine);
    truth.on(day + 5, () => turnOn(machine));
  },
  "is off for two days": (truth, machine, day) => {
    turnOff(machine);
    truth.on(day + 2, () => turnOn(machine));
  },
  "gives its address to a stranger": (truth, machine) => {
    turnOff(machine);
    truth.add(machine.site, { ips: [...machine.ips], hostname: "" });
  },
  "has a new hardware address each day": (_, machine) => void (machine.isPrivate = true),
  "is a clone": (truth, machine) => void (machine.mac = truth.otherThan(machine).mac),
  "has the name of another one": (truth, machine) => void (machine.hostname = truth.otherThan(machine).hostname),
  "loses its name": (_, machine) => void (machine.hostname = ""),
  "stays in the table of who scans": (truth, machine, day) => {
    turnOff(machine);
    truth.linger(day, machine);
  },
  "travels to another site": (truth, machine) => {
    turnOff(machine);
    const { mac, hostname } = machine;
    truth.add(truth.siteOtherThan(machine.site), { mac, hostname });
  },
  comes: (truth, { site }) => void truth.add(site, {}),
  "visits for three days": (truth, { site }, day) => {
    const visitor = truth.add(site, { hostname: "" });
    truth.on(day + 3, () => turnOff(visitor));
  },
  "becomes a pair of routers": (truth, { site }) => {
    const virtual = `${truth.random.pick(VIRTUAL_ROUTERS)}:${truth.hex(2)}`;
    for (let each = 0; each < 2; each += 1) truth.add(site, { mac: virtual, hostname: "" });
  },
  "gets a second address": (truth, machine) => void machine.ips.push(truth.freeIp(machine.site, machine.ips[0] as string, false)),
} as const satisfies Readonly<Record<string, Happening>>;

export type HappeningName = keyof typeof HAPPENINGS;
