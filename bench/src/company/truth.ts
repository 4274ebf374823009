import { SeededRandom } from "../soak/crash/seeded-random.ts";
import { HAPPENINGS, type HappeningName } from "./events.ts";
import { type Lan, LANS, lanOf, type Machine, type Sight, type SiteName, SITES, type SiteToday } from "./machines.ts";

/** Of all machines, those that something happens to: a tenth. */
const SHARE = 10;
/** Nothing happens on the first days: what was recorded has been seen then. */
const FIRST_DAY = 3;

const addressesOf = ({ prefix, last }: Lan): readonly string[] => Array.from({ length: last }, (_, index) => `${prefix}${index + 1}`);

/** Days of a site on which nobody answers, nobody scans, and a router answers for others. */
interface BadDays {
  readonly dark: number;
  readonly away: number;
  readonly proxied: number;
}

/** What really is there: machines of all sites, and what becomes of them day by day, of one seed always the same. */
export class Truth {
  readonly machines: Machine[] = [];
  /** What happens, with the day. */
  readonly happenings: { readonly day: number; readonly what: HappeningName; readonly machine: Machine }[] = [];
  readonly random: SeededRandom;
  readonly #later = new Map<number, (() => void)[]>();
  readonly #lingering = new Map<number, Machine[]>();
  readonly #badDays = new Map<SiteName, BadDays>();
  readonly #days: number;
  readonly #hasSwitches: boolean;
  #day = 0;
  #macs = 0;

  /** @param hasSwitches whether machines are at ports of switches */
  constructor(seed: number, days: number, hasSwitches: boolean) {
    this.random = new SeededRandom(seed);
    this.#days = days;
    this.#hasSwitches = hasSwitches;
    for (const site of SITES) this.#furnish(site);
    this.#plan();
  }

  get day(): number {
    return this.#day;
  }

  /** Something happens on a later day. */
  on(day: number, work: () => void): void {
    this.#later.set(day, [...(this.#later.get(day) ?? []), work]);
  }

  /** A machine that has gone is still in the table of who scans on this day. */
  linger(day: number, machine: Machine): void {
    this.#lingering.set(day, [...(this.#lingering.get(day) ?? []), machine]);
  }

  add(site: SiteName, given: Partial<Pick<Machine, "mac" | "hostname" | "ips">>): Machine {
    const name = `${site}-${String(this.machines.length).padStart(3, "0")}`;
    const lan = LANS[this.random.between(0, LANS.length - 1)] ?? LANS[0];
    const machine: Machine = {
      site,
      name,
      mac: given.mac ?? this.newMac(),
      hostname: given.hostname ?? `${name}.corp.example`,
      port: this.#hasSwitches && this.machines.length % 3 === 0 ? `Gi1/0/${this.machines.length}` : "",
      ips: given.ips ?? [this.freeIp(site, `${lan?.prefix}1`, false)],
      isOn: true,
      isPrivate: false,
    };
    this.machines.push(machine);
    return machine;
  }

  newMac(): string {
    this.#macs += 1;
    return `3c:52:82:00:${this.hex(2, this.#macs >> 8)}:${this.hex(2, this.#macs & 255)}`;
  }

  hex(digits: number, value = this.random.between(0, 16 ** digits - 1)): string {
    return value.toString(16).padStart(digits, "0");
  }

  /** An address that no machine has, in the network of another address or in the other network of the site. */
  freeIp(site: SiteName, near: string, isOther: boolean): string {
    const here = lanOf(near);
    const lan = isOther ? (LANS.find((one) => one !== here) ?? here) : here;
    const taken = new Set(this.machines.filter((machine) => machine.site === site).flatMap(({ ips }) => ips));
    const ip = this.random.pick(addressesOf(lan).filter((one) => !taken.has(one)));
    if (ip === undefined) throw new Error(`no address is free in ${lan.subnet} of ${site}: make it larger`);
    return ip;
  }

  otherThan(machine: Machine): Machine {
    const others = this.machines.filter(({ site, isOn, isPrivate, hostname, mac }) => {
      return site === machine.site && isOn && !isPrivate && hostname !== "" && mac !== machine.mac;
    });
    return this.random.pick(others) as Machine;
  }

  siteOtherThan(site: SiteName): SiteName {
    return this.random.pick(SITES.filter((other) => other !== site)) as SiteName;
  }

  /** The next day comes. @returns what is at each site on it */
  next(): readonly SiteToday[] {
    this.#day += 1;
    const day = this.#day;
    for (const work of this.#later.get(day) ?? []) work();
    for (const { day: when, what, machine } of this.happenings) if (when === day) HAPPENINGS[what](this, machine, day);
    for (const machine of this.machines) if (machine.isPrivate) machine.mac = `da:${this.hex(2)}:${this.hex(2)}:${this.hex(2)}:00:01`;
    return SITES.map((site) => this.#today(site));
  }

  #today(site: SiteName): SiteToday {
    const { dark, away, proxied } = this.#badDays.get(site) as BadDays;
    const own = (machine: Machine): boolean => machine.site === site;
    const lingering = (this.#lingering.get(this.#day) ?? []).filter(own);
    const isDark = dark === this.#day;
    const sights = new Map<string, Sight>();
    for (const [machines, isCached] of [
      [lingering, true],
      [this.machines.filter((machine) => own(machine) && machine.isOn), false],
    ] as const) {
      for (const { ips, mac, hostname, port } of machines) for (const ip of ips) sights.set(ip, { mac, hostname, port, isCached });
    }
    const isProxied = this.#day >= proxied && this.#day < proxied + 3;
    return {
      site,
      sights: isDark ? new Map() : sights,
      proxied: isProxied && !isDark ? LANS.flatMap((lan) => lan.proxied.map((last) => `${lan.prefix}${last}`)) : [],
      isDark,
      isAway: away === this.#day,
    };
  }

  #furnish(site: SiteName): void {
    for (const lan of LANS) {
      for (let each = 0; each < lan.machines; each += 1) {
        const machine = this.add(site, { ips: [this.freeIp(site, `${lan.prefix}1`, false)] });
        if (each % 20 === 7) machine.ips.push(this.freeIp(site, `${lan.prefix}1`, false));
        if (each % 10 === 3) machine.hostname = "";
      }
    }
    const day = (): number => this.random.between(FIRST_DAY, this.#days - 4);
    this.#badDays.set(site, { dark: day(), away: day(), proxied: day() });
  }

  /** A tenth of the machines, each kind of happening as often as the others. */
  #plan(): void {
    const kinds = Object.keys(HAPPENINGS) as HappeningName[];
    const left = [...this.machines];
    const count = Math.floor(this.machines.length / SHARE);
    for (let each = 0; each < count; each += 1) {
      const [machine] = left.splice(this.random.between(0, left.length - 1), 1);
      const what = kinds[each % kinds.length];
      if (machine === undefined || what === undefined) continue;
      this.happenings.push({ day: this.random.between(FIRST_DAY, this.#days), what, machine });
    }
  }
}
