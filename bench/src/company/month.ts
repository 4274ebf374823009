import type { Device, LoggedEvent, MissingAddress, Scan } from "@cadastre/inventory-core";
import type { Call } from "./caller.ts";
import { differencesIn, expectedOf, Recorded, toldBy, wrongIn } from "./differences.ts";
import { LANS, type SiteName, type SiteToday } from "./machines.ts";
import { workOnce } from "./people.ts";
import { type RecordedSite, recordCompany } from "./register.ts";
import { SeenModel } from "./seen-model.ts";
import { Truth } from "./truth.ts";

const DAY_MS = 86_400_000;
/** A scan that waits for an agent fails after an hour. */
const LONGER_THAN_AGENTS_ARE_WAITED_FOR_MS = 3_700_000;
/** Changes of the register on a day. */
const WORKS_A_DAY = 6;
const MAX_LOOKS = 3000;

/** Where the company is: in this process, or in namespaces. */
export interface CompanyPlace {
  readonly call: Call;
  /** Whether scans hear at which port of a switch something is. */
  readonly hearsSwitches: boolean;
  /** Registers who scans there; called once, before anything is scanned. */
  begin(sites: readonly RecordedSite[]): Promise<void>;
  /** What is at the sites from now on. */
  show(today: readonly SiteToday[]): Promise<void>;
  /** Time passes for the server. */
  pass(ms: number): Promise<void>;
  /** A moment, in which scans go on. */
  moment(): Promise<void>;
  /** Whether a site is scanned by somebody who can be away. */
  hasAgent(site: SiteName): boolean;
}

export interface MonthOptions {
  readonly seed: number;
  readonly days: number;
  readonly report: (line: string) => void;
}

/** How a month went. */
export interface MonthResult {
  /** Machines of all sites at the end, and what happened to them. */
  readonly machines: number;
  readonly happenings: number;
  /** Changes of the register, and those that were refused. */
  readonly works: number;
  readonly refused: number;
  readonly scans: number;
  /** Times that all that was told was compared with all that had to be. */
  readonly comparisons: number;
  /** Differences by kind: those that are told at the end, and all that ever were. */
  readonly atTheEnd: Readonly<Record<string, number>>;
  readonly everTold: Readonly<Record<string, number>>;
  /** What was not told, or was told and must not be: a sentence each, of the first day that had any. */
  readonly violations: readonly string[];
}

/** Thirty days of a company, in which nobody tells the register what becomes of machines, and people change it all the same. */
export async function companyMonth(place: CompanyPlace, { seed, days, report }: MonthOptions): Promise<MonthResult> {
  const truth = new Truth(seed, days, place.hearsSwitches);
  const sites = await recordCompany(place.call, truth);
  await place.begin(sites);
  const month = new Month(place, truth, sites);
  for (let day = 1; day <= days && month.violations.length === 0; day += 1) await month.day();
  const result = month.result();
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(", ");
  report(
    `seed ${seed}: ${result.machines} machines, ${result.happenings} happenings, ${result.scans} scans, ${result.works} changes of the ` +
      `register (${result.refused} refused), ${result.comparisons} comparisons`,
  );
  report(`differences told at the end: ${list(result.atTheEnd)}`);
  report(`differences told in the month: ${list(result.everTold)}; ${result.violations.length} not told or invented`);
  return result;
}

class Month {
  readonly #place: CompanyPlace;
  readonly #truth: Truth;
  readonly #sites: readonly RecordedSite[];
  readonly #model = new SeenModel();
  readonly violations: string[] = [];
  readonly #everTold = new Map<string, Set<string>>();
  #atTheEnd: ReadonlyMap<string, readonly string[]> = new Map();
  #cursor = "";
  readonly #count = { scans: 0, works: 0, refused: 0, comparisons: 0 };

  constructor(place: CompanyPlace, truth: Truth, sites: readonly RecordedSite[]) {
    this.#place = place;
    this.#truth = truth;
    this.#sites = sites;
  }

  async day(): Promise<void> {
    await this.#place.pass(DAY_MS);
    const today = this.#truth.next();
    await this.#place.show(today);
    await this.#scan(today);
    let recorded = await this.#recorded();
    await this.#compare("after its scans", recorded);
    await this.#compareEvents();
    for (let each = 0; each < WORKS_A_DAY; each += 1) {
      await this.#place.pass(60_000);
      recorded = await this.#work(recorded);
    }
    await this.#compare("after the changes of the register", recorded);
  }

  result(): MonthResult {
    const countsOf = (all: ReadonlyMap<string, Iterable<string>>): Record<string, number> =>
      Object.fromEntries([...all].map(([kind, own]) => [kind, [...own].length]));
    return {
      machines: this.#truth.machines.length,
      happenings: this.#truth.happenings.length,
      ...this.#count,
      atTheEnd: countsOf(this.#atTheEnd),
      everTold: countsOf(this.#everTold),
      violations: this.violations,
    };
  }

  async #recorded(): Promise<Recorded> {
    return new Recorded(await this.#place.call<Device[]>("GET /api/devices"), this.#sites);
  }

  async #scan(today: readonly SiteToday[]): Promise<void> {
    const { call } = this.#place;
    const recorded = await this.#recorded();
    const asked = today.flatMap((site) => {
      const own = this.#sites.find(({ name }) => name === site.site) as RecordedSite;
      return LANS.map((lan, index) => ({ site, lan, networkId: own.networkIds[index] as string }));
    });
    const scans: { readonly id: string; readonly isAway: boolean; readonly at: (typeof asked)[number] }[] = [];
    for (const at of asked) {
      const { id } = await call<Scan>(`POST /api/discovery/networks/${at.networkId}/scan`, { scan_type: "quick" });
      scans.push({ id, at, isAway: at.site.isAway && this.#place.hasAgent(at.site.site) });
    }
    for (const { id, at, isAway } of scans.toSorted((a, b) => Number(a.isAway) - Number(b.isAway))) {
      if (isAway) await this.#place.pass(LONGER_THAN_AGENTS_ARE_WAITED_FOR_MS);
      const { status, error_message: reason } = await this.#ended(id);
      this.#count.scans += 1;
      if (status === "completed") this.#model.scanned(at.site, at.lan, recorded.addresses);
      if ((status === "failed") !== isAway && !at.site.isDark) this.violations.push(`a scan of ${at.site.site} is ${status}: ${reason}`);
    }
  }

  async #ended(id: string): Promise<Scan> {
    for (let look = 0; look < MAX_LOOKS; look += 1) {
      const scan = await this.#place.call<Scan>(`GET /api/discovery/scans/${id}`);
      if (scan.completed_at !== null) return scan;
      await this.#place.moment();
    }
    throw new Error(`a scan does not end on day ${this.#truth.day}`);
  }

  /** @returns what is recorded then */
  async #work(before: Recorded): Promise<Recorded> {
    const { call } = this.#place;
    const [truth, model] = [this.#truth, this.#model];
    const isDone = await workOnce({ call, truth, model, random: truth.random, recorded: before });
    this.#count.works += 1;
    if (!isDone) this.#count.refused += 1;
    const after = await this.#recorded();
    model.recordedNow(after.addresses);
    return after;
  }

  async #compare(when: string, recorded: Recorded): Promise<void> {
    const told = await toldBy(this.#place.call, recorded);
    this.violations.push(...wrongIn(told, expectedOf(this.#model, recorded)).map((wrong) => `day ${this.#truth.day}, ${when}: ${wrong}`));
    this.#count.comparisons += 1;
    this.#atTheEnd = differencesIn(told);
    for (const [kind, own] of this.#atTheEnd) this.#everTold.set(kind, new Set([...(this.#everTold.get(kind) ?? []), ...own]));
  }

  /** That addresses are missing, and answer again, is told by events, once each. */
  async #compareEvents(): Promise<void> {
    const told: string[] = [];
    const siteOf = new Map(this.#sites.flatMap(({ name, networkIds }) => networkIds.map((id) => [id, name] as const)));
    for (;;) {
      const { events, next } = await this.#place.call<{ events: LoggedEvent[]; next: string }>(
        `GET /api/events?limit=1000&after=${this.#cursor}`,
      );
      for (const { event, data } of events) {
        if (event !== "device.missing" && event !== "device.returned") continue;
        const { ip, network_id: network } = data as MissingAddress;
        told.push(`${event} ${siteOf.get(network ?? "")} ${ip}`);
      }
      if (next === this.#cursor || events.length === 0) break;
      this.#cursor = next;
    }
    const expected = this.#model.events.splice(0);
    const [one, other] = [told, expected].map((all) => all.toSorted().join("; "));
    if (one !== other) this.violations.push(`day ${this.#truth.day}: events must be "${other}", and are "${one}"`);
  }
}
