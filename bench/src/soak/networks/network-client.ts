import type { EnginePair } from "../allocators/engine-pair.ts";
import type { SeededRandom } from "../crash/seeded-random.ts";
import type { GivenNetwork, NetworkOutcome, NetworkRecorder, NetworkSubject } from "./network-history.ts";

/** What all clients of a run share. */
export interface NetworkScene {
  readonly pair: EnginePair;
  readonly recorder: NetworkRecorder;
  readonly parentId: string;
  /** Takes one of the requests that are still to be made; false when there are none. */
  take(): boolean;
}

type Wanted = Extract<NetworkSubject, { kind: "allocate" }>;

const MAX_HELD = 8;
const MAX_RETRIES = 5;
const LENGTHS = { shortest: 24, longest: 28 } as const;

/** Takes networks inside one and deletes them again, one call after the other, and only ever touches what it was given. */
export class NetworkClient {
  readonly #number: number;
  readonly #random: SeededRandom;
  readonly #scene: NetworkScene;
  readonly #held = new Map<string, GivenNetwork>();
  /** Keyed requests of which all networks are held. */
  readonly #keyed: { readonly wanted: Wanted; readonly ids: readonly string[] }[] = [];
  #serial = 0;

  constructor(number: number, random: SeededRandom, scene: NetworkScene) {
    this.#number = number;
    this.#random = random;
    this.#scene = scene;
  }

  async work(): Promise<void> {
    for (;;) {
      const chance = this.#random.next();
      const isFull = this.#held.size >= MAX_HELD;
      if (this.#held.size === 0 || (!isFull && chance < 0.5)) {
        if (!this.#scene.take()) return;
        await this.#allocate();
      } else if (!isFull && chance < 0.65) await this.#repeat();
      else await this.#delete();
    }
  }

  async #allocate(): Promise<void> {
    const random = this.#random;
    this.#serial += 1;
    const wanted: Wanted = {
      kind: "allocate",
      tag: `c${this.#number}-${this.#serial}`,
      count: random.between(1, 3),
      length: random.between(LENGTHS.shortest, LENGTHS.longest),
    };
    const isKeyed = random.next() < 0.5;
    // Twins reach both processes with one key at the same time.
    const hasTwin = isKeyed && random.next() < 0.2;
    const outcomes = await Promise.all([this.#ask(wanted, isKeyed, 0), ...(hasTwin ? [this.#ask(wanted, isKeyed, 1)] : [])]);
    let given = givenOf(outcomes);
    // A key tells whether a call without an answer had happened.
    for (let retry = 0; isKeyed && given === undefined && retry < MAX_RETRIES && outcomes.at(-1)?.is === "unknown"; retry += 1) {
      outcomes.push(await this.#ask(wanted, isKeyed, retry));
      given = givenOf(outcomes);
    }
    if (given === undefined) return;
    for (const network of given) this.#held.set(network.id, network);
    if (isKeyed) this.#keyed.push({ wanted, ids: given.map(({ id }) => id) });
  }

  async #ask(wanted: Wanted, isKeyed: boolean, shift: number): Promise<NetworkOutcome> {
    const { tag, count, length } = wanted;
    // What a request is, follows from its tag: a repetition is the same.
    const strategy = tag.endsWith("7") ? "sparse" : "lowest";
    const body = { name: tag, description: tag, length, count, strategy, ...(isKeyed ? { key: tag } : {}) };
    const engine = this.#scene.pair.engineOf(this.#number + shift);
    const call = async () => await engine.call({ operation: "network.allocate", params: [this.#scene.parentId], body });
    return await this.#scene.recorder.record(wanted, call);
  }

  async #repeat(): Promise<void> {
    const [keyed] = this.#keyed.splice(this.#random.between(0, Math.max(0, this.#keyed.length - 1)), 1);
    // One of which something was deleted is refused.
    if (keyed?.ids.every((id) => this.#held.has(id)) === true) await this.#ask(keyed.wanted, true, this.#random.between(0, 1));
  }

  async #delete(): Promise<void> {
    const network = this.#random.pick([...this.#held.values()]);
    if (network === undefined) return;
    // Whatever comes of it, the client never touches it again.
    this.#held.delete(network.id);
    const engine = this.#scene.pair.engineOf(this.#number);
    const call = async () => await engine.call({ operation: "network.delete", params: [network.id] });
    await this.#scene.recorder.record({ kind: "delete", network: network.id }, call);
  }
}

const givenOf = (outcomes: readonly NetworkOutcome[]): readonly GivenNetwork[] | undefined =>
  outcomes.flatMap((outcome) => (outcome.is === "ok" ? [outcome.given] : []))[0];
