import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Call, callerOf } from "../../company/caller.ts";
import { type SiteName, SITES, type SiteToday } from "../../company/machines.ts";
import type { CompanyPlace } from "../../company/month.ts";
import type { RecordedSite } from "../../company/register.ts";
import { MAIN } from "../../program.ts";
import { agentSpace, hostsSpace, SERVER_PORT, serverAddress, SiteMachines } from "./site-network.ts";
import { SpokenChild } from "./spoken-child.ts";

const MOMENT_MS = 100;

/** Without the right to send raw packets, as users run it: the kernel's table of neighbours tells who is there. */
const inAgentSpace = (site: SiteName): readonly string[] => [
  "ip",
  "netns",
  "exec",
  agentSpace(site),
  "setpriv",
  "--bounding-set",
  "-net_raw",
];

/** The company in namespaces: machines that answer with hardware addresses of their own, an agent a site, and the server in the middle. */
export class CompanyInNamespaces implements CompanyPlace {
  readonly call: Call;
  readonly hearsSwitches = false;
  readonly #folder: string;
  readonly #server: SpokenChild;
  readonly #names: ReadonlyMap<SiteName, SpokenChild>;
  readonly #machines = new Map(SITES.map((site) => [site, new SiteMachines(site)]));
  readonly #agents = new Map<SiteName, ChildProcess>();

  private constructor(folder: string, server: SpokenChild, names: ReadonlyMap<SiteName, SpokenChild>) {
    this.call = callerOf(`http://127.0.0.1:${SERVER_PORT}`);
    this.#folder = folder;
    this.#server = server;
    this.#names = names;
  }

  static async start(folder: string): Promise<CompanyInNamespaces> {
    const server = new URL("company-server.ts", import.meta.url);
    const part = new URL("site-child.ts", import.meta.url);
    const names = new Map<SiteName, SpokenChild>();
    for (const site of SITES) {
      names.set(site, await SpokenChild.start(["ip", "netns", "exec", agentSpace(site)], part, ["names"]));
      await SpokenChild.start(["ip", "netns", "exec", hostsSpace(site)], part, ["hosts"]);
    }
    const started = await SpokenChild.start([], server, [join(folder, "inventory.db"), String(SERVER_PORT)]);
    return new CompanyInNamespaces(folder, started, names);
  }

  hasAgent(): boolean {
    return true;
  }

  async begin(sites: readonly RecordedSite[]): Promise<void> {
    for (const { name, datacenterId } of sites) {
      const { token } = await this.call<{ token: string }>("POST /api/agents", { name, datacenter_ids: [datacenterId] });
      writeFileSync(this.#tokenFile(name), `${token}\n`, { mode: 0o600 });
    }
  }

  async show(today: readonly SiteToday[]): Promise<void> {
    for (const one of today) {
      const { site, sights, isAway } = one;
      this.#machines.get(site)?.show(one);
      const names = [...sights].flatMap(([ip, { hostname }]) => (hostname === "" ? [] : [[ip, hostname]]));
      await this.#names.get(site)?.ask(JSON.stringify(Object.fromEntries(names)));
      if (isAway) await this.#kill(site);
      else if (!this.#agents.has(site)) this.#startAgent(site);
    }
  }

  async pass(ms: number): Promise<void> {
    await this.#server.ask(String(ms));
  }

  async moment(): Promise<void> {
    await sleep(MOMENT_MS);
  }

  /** What the server finds wrong in what it derived, as text. */
  async verified(): Promise<string> {
    return await this.#server.ask("verify");
  }

  /** As a machine that loses its power. */
  async #kill(site: SiteName): Promise<void> {
    const agent = this.#agents.get(site);
    this.#agents.delete(site);
    if (agent === undefined) return;
    const ended = once(agent, "exit");
    agent.kill("SIGKILL");
    await ended;
  }

  #startAgent(site: SiteName): void {
    const [program = "", ...words] = [
      ...inAgentSpace(site),
      process.execPath,
      MAIN,
      "agent",
      "--server",
      `http://${serverAddress(site)}:${SERVER_PORT}`,
      "--token-file",
      this.#tokenFile(site),
      "--state-dir",
      join(this.#folder, `state-${site}`),
    ];
    this.#agents.set(
      site,
      spawn(program, words, { stdio: ["ignore", "ignore", process.env["CADASTRE_TELL"] === undefined ? "ignore" : "inherit"] }),
    );
  }

  #tokenFile(site: SiteName): string {
    return join(this.#folder, `token-${site}`);
  }
}
