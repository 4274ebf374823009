import type { ScanContext } from "../scan-context.ts";
import type { Answer } from "./find-routed.ts";
import { isSweep } from "./is-sweep.ts";

/** So many addresses are looked at before any is believed for an open port or a ping alone. */
const SAMPLE = 64;
const SHARE = 0.9;
/** Stands for the ping among the ports. */
const PING = 0;

const answersOf = ({ evidence, openPorts }: Answer): readonly number[] => (evidence.has("icmp") ? [...openPorts, PING] : openPorts);

/**
 * Finds answers that nearly every address gives: a device in between accepts connections or answers pings in their name. That most of the
 * addresses answer which are known to be hosts' says nothing.
 */
export class SharedAnswers {
  readonly #context: ScanContext;
  readonly #wanted: number;
  readonly #given = new Map<number, number>();
  readonly #sampled = Promise.withResolvers<void>();
  #looked = 0;
  #shared: ReadonlySet<number> = new Set();

  /** @param addresses how many there are in all; fewer than a sample say nothing */
  constructor(context: ScanContext, addresses: number) {
    this.#context = context;
    this.#wanted = addresses < SAMPLE || !isSweep(context.plan) ? 0 : SAMPLE;
    if (this.#wanted === 0) this.#sampled.resolve();
    context.signal.addEventListener("abort", () => this.#sampled.resolve(), { once: true });
  }

  /** Notes what an address answered when it was looked at first: every address is counted once, or others wait for ever. */
  async count(answer: Answer): Promise<void> {
    if (this.#looked < this.#wanted) await this.#count(answersOf(answer));
  }

  /** Whether others answer alike. Resolves when enough addresses are counted. */
  async isOnlyShared(answer: Answer): Promise<boolean> {
    const { evidence } = answer;
    if (evidence.size !== 1 || !(evidence.has("tcp-open") || evidence.has("icmp"))) return false;
    await this.#sampled.promise;
    return answersOf(answer).every((each) => this.#shared.has(each));
  }

  async #count(answers: readonly number[]): Promise<void> {
    this.#looked += 1;
    for (const answer of answers) this.#given.set(answer, (this.#given.get(answer) ?? 0) + 1);
    if (this.#looked < this.#wanted) return;
    this.#shared = new Set([...this.#given].filter(([, count]) => count > SHARE * this.#wanted).map(([answer]) => answer));
    this.#sampled.resolve();
    if (this.#shared.size === 0) return;
    const ports = [...this.#shared].filter((answer) => answer !== PING).toSorted((x, y) => x - y);
    const how = [
      ...(ports.length > 0 ? [`accepts connections on port ${ports.join(", ")}`] : []),
      ...(this.#shared.has(PING) ? ["answers pings"] : []),
    ];
    await this.#context.reports.send({
      kind: "warning",
      code: "MIDDLEBOX",
      message:
        `nearly every address ${how.join(" and ")}: probably a firewall or proxy answers for them; addresses without other evidence ` +
        `are not reported`,
    });
  }
}
