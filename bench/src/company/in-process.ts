import { createInventory, definePlugin, type Inventory, type Logger, type Storage } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { discoveryAgentPlugin } from "../../../packages/discovery-agent/src/index.ts";
import { runAgent } from "../../../packages/discovery-agent/src/site/index.ts";
import { httpPlugin } from "../../../packages/http-h3/src/index.ts";
import { type Call, callerOf } from "./caller.ts";
import { type SiteName, SITES, type SiteToday } from "./machines.ts";
import type { CompanyPlace } from "./month.ts";
import { personPlugin } from "./person.ts";
import type { RecordedSite } from "./register.ts";
import { ShownScanner } from "./shown-scanner.ts";

/** The site that the server scans itself. */
const OWN: SiteName = "north";
/** Agents look for work so often. */
const BELL_MS = 500;
const MOMENT_MS = 4;

const silent: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

interface Running {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** The company in this process: agents report over HTTP on loopback, and scanners see what they are shown. */
export class CompanyInProcess implements CompanyPlace, AsyncDisposable {
  readonly inventory: Inventory;
  readonly call: Call;
  readonly hearsSwitches = true;
  readonly #clock: FakeClock;
  readonly #url: string;
  readonly #folder: string;
  readonly #scanners: ReadonlyMap<SiteName, ShownScanner>;
  readonly #tokens = new Map<SiteName, string>();
  readonly #agents = new Map<SiteName, Running>();

  private constructor(inventory: Inventory, clock: FakeClock, url: string, folder: string, scanners: ReadonlyMap<SiteName, ShownScanner>) {
    this.inventory = inventory;
    this.call = callerOf(url);
    this.#clock = clock;
    this.#url = url;
    this.#folder = folder;
    this.#scanners = scanners;
  }

  static async start(storage: Storage): Promise<CompanyInProcess> {
    const clock = new FakeClock();
    const scanners = new Map(SITES.map((site) => [site, new ShownScanner(site)]));
    const http = httpPlugin({ port: 0, rateLimit: { enabled: false } });
    const own = definePlugin({ id: "company-scanner", engine: "*", scanners: [scanners.get(OWN) as ShownScanner] });
    const inventory = await createInventory({ storage, clock, plugins: [personPlugin, own, discoveryAgentPlugin(), http] });
    const folder = await mkdtemp(join(tmpdir(), "cadastre-company-"));
    return new CompanyInProcess(inventory, clock, http.server.url, folder, scanners);
  }

  hasAgent(site: SiteName): boolean {
    return site !== OWN;
  }

  async begin(sites: readonly RecordedSite[]): Promise<void> {
    for (const { name, datacenterId } of sites.filter((site) => this.hasAgent(site.name))) {
      const { token } = await this.call<{ token: string }>("POST /api/agents", { name, datacenter_ids: [datacenterId] });
      this.#tokens.set(name, token);
    }
  }

  async show(today: readonly SiteToday[]): Promise<void> {
    for (const one of today) {
      (this.#scanners.get(one.site) as ShownScanner).today = one;
      if (!this.hasAgent(one.site)) continue;
      if (one.isAway) await this.#stop(one.site);
      else if (!this.#agents.has(one.site)) this.#start(one.site);
    }
  }

  async pass(ms: number): Promise<void> {
    await this.#clock.advance(ms);
  }

  async moment(): Promise<void> {
    await this.#clock.advance(BELL_MS);
    await sleep(MOMENT_MS);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const site of this.#agents.keys()) await this.#stop(site);
    let isClosed = false;
    const closing = this.inventory.close().finally(() => (isClosed = true));
    // What is being finished may wait on the clock for its turn.
    while (!isClosed) await this.moment();
    await closing;
    await rm(this.#folder, { recursive: true, force: true });
  }

  #start(site: SiteName): void {
    const stop = new AbortController();
    const options = {
      server: this.#url,
      token: this.#tokens.get(site) as string,
      stateFolder: join(this.#folder, site),
      scanners: [this.#scanners.get(site) as ShownScanner],
      version: "1.0.0",
      logger: silent,
    };
    const ended = runAgent(options, stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
    });
    this.#agents.set(site, { stop, ended });
  }

  async #stop(site: SiteName): Promise<void> {
    const running = this.#agents.get(site);
    this.#agents.delete(site);
    running?.stop.abort(new Error("its site is away"));
    await running?.ended;
  }
}
