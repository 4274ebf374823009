import type { Evidence, HostDone } from "@cadastre/inventory-core";
import type { ProbeOutcome } from "../probing/probe-outcome.ts";
import { RoundTrip } from "../probing/round-trip.ts";
import { FIRST_ROUND, SECOND_ROUND, SHORT_SECOND_ROUND } from "../ports.ts";
import type { ScanContext } from "../scan-context.ts";
import { isRefusedUdp } from "./udp-refusal.ts";

/** In larger plans a dead address gets fewer probes, so that the scan takes no longer than a ping of each. */
export const SMALL_PLAN = 1024;

/** What TCP (and UDP) said of an address. */
export interface Answer {
  readonly evidence: ReadonlySet<Evidence>;
  /** Ports that accepted a connection, of those that were tried. */
  readonly openPorts: readonly number[];
  readonly outcome: HostDone["outcome"];
  readonly reason?: HostDone["reason"];
  readonly roundTrip: RoundTrip;
  /** Whether an address that was silent answers a ping: that is known later. */
  readonly pinged: Promise<boolean>;
}

/** Asks an address in rounds whether somebody is there, until it answers. */
export async function findHost(context: ScanContext, ip: string): Promise<Answer> {
  const { plan, loss } = context;
  const small = plan.targets.size <= SMALL_PLAN;
  const second = small ? SECOND_ROUND : SHORT_SECOND_ROUND;
  const search = new Search(context, ip);
  await search.round(FIRST_ROUND);
  search.ping();
  if (search.undecided) await search.round(second);
  if (search.undecided && small) await search.udp();
  // Without loss a second try of a dead address tells nothing; until loss is measured, small plans can afford it.
  if (search.undecided && (small || loss.high)) await search.round([...FIRST_ROUND, ...second], true);
  if (search.undecided && loss.high) await search.round([...FIRST_ROUND, ...second], true);
  return search.answer;
}

/** Asks once more, at all ports. */
export async function findAgain(context: ScanContext, ip: string): Promise<Answer> {
  const search = new Search(context, ip);
  await search.round([...FIRST_ROUND, ...SECOND_ROUND], true);
  return search.answer;
}

/** What is said of an address that TCP left silent, and that answered a ping. */
export const withPing = (answer: Answer): Answer => ({ ...answer, evidence: new Set(["icmp"]), outcome: "answered" });

class Search {
  readonly #context: ScanContext;
  readonly #ip: string;
  readonly #roundTrip = new RoundTrip();
  readonly #evidence = new Set<Evidence>();
  readonly #openPorts: number[] = [];
  readonly #outcomes = new Set<ProbeOutcome>();
  #pinged = Promise.resolve(false);

  constructor(context: ScanContext, ip: string) {
    this.#context = context;
    this.#ip = ip;
  }

  get undecided(): boolean {
    if (this.#evidence.size > 0) return false;
    return this.#outcomes.has("silent") && !this.#outcomes.has("aborted");
  }

  async round(ports: readonly number[], again = false): Promise<void> {
    const { prober, loss } = this.#context;
    const outcomes = await prober.probeAll(this.#ip, ports, this.#roundTrip);
    const answered = this.#takeAll(ports, outcomes);
    if (answered === 0) return;
    if (again) return loss.recovered(answered);
    await this.#measureLoss(ports.filter((_, index) => outcomes[index] === "silent"));
    loss.answered(answered);
  }

  /** A ping takes longer than a connection: it is under way while others are tried. */
  ping(): void {
    if (this.undecided) this.#pinged = this.#context.pings.ask(this.#ip);
  }

  async udp(): Promise<void> {
    if (await isRefusedUdp(this.#ip, this.#context)) this.#evidence.add("udp-unreachable");
  }

  get answer(): Answer {
    const common = { evidence: this.#evidence, openPorts: this.#openPorts, roundTrip: this.#roundTrip, pinged: this.#pinged };
    if (this.#evidence.size > 0) return { ...common, outcome: "answered" };
    if (this.#outcomes.has("unreachable")) return { ...common, outcome: "unreachable" };
    for (const reason of ["no-permission", "no-route", "local-limit"] as const) {
      if (this.#outcomes.has(reason)) return { ...common, outcome: "skipped", reason };
    }
    return { ...common, outcome: "silent" };
  }

  /** @returns how many were answers */
  #takeAll(ports: readonly number[], outcomes: readonly ProbeOutcome[]): number {
    let answered = 0;
    for (const [index, outcome] of outcomes.entries()) {
      this.#outcomes.add(outcome);
      if (outcome === "open") {
        this.#openPorts.push(ports[index] as number);
        this.#evidence.add("tcp-open");
      }
      if (outcome === "refused") this.#evidence.add("tcp-refused");
      if (outcome === "open" || outcome === "refused") answered += 1;
    }
    return answered;
  }

  /** A host that answered at some ports is asked again at the others: what answers now was lost before. */
  async #measureLoss(ports: readonly number[]): Promise<void> {
    const { prober, loss } = this.#context;
    if (ports.length === 0 || loss.known) return;
    loss.recovered(this.#takeAll(ports, await prober.probeAll(this.#ip, ports, this.#roundTrip)));
  }
}
