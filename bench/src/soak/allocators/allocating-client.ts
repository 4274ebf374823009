import type { SeededRandom } from "../crash/seeded-random.ts";
import type { AllocationRecorder, Given, Outcome, Subject } from "./allocation-history.ts";
import type { EnginePair } from "./engine-pair.ts";

/** What all clients of a run share. */
export interface Scene {
  readonly pair: EnginePair;
  readonly recorder: AllocationRecorder;
  readonly poolId: string;
  /** Takes one of the allocations that are still to be made; false when there are none. */
  take(): boolean;
}

type AllocateSubject = Extract<Subject, { kind: "allocate" }>;

/** An address that a client has. */
interface Holding {
  readonly tag: string;
  readonly id: string;
  readonly ip: string;
  /** Goes by itself within the run. */
  readonly short: boolean;
  allocated: boolean;
  device?: { readonly name: string; readonly id: string };
}

const MAX_HELD = 8;
const SHORT_SECONDS = 1;
/** Longer than any run. */
const LONG_SECONDS = 86_400;
const MAX_RETRIES = 5;

/** Takes addresses and gives them back, one call after the other, and only ever touches what it was given. */
export class AllocatingClient {
  readonly #number: number;
  readonly #random: SeededRandom;
  readonly #scene: Scene;
  readonly #held = new Set<Holding>();
  /** Keyed requests, to be repeated while all of what they gave is still held. */
  readonly #keyed: { readonly subject: AllocateSubject; readonly ids: readonly string[] }[] = [];
  #serial = 0;

  constructor(number: number, random: SeededRandom, scene: Scene) {
    this.#number = number;
    this.#random = random;
    this.#scene = scene;
  }

  async work(): Promise<void> {
    for (;;) {
      const holding = this.#random.pick([...this.#held]);
      const full = this.#held.size >= MAX_HELD;
      if (holding === undefined || (!full && this.#random.next() < 0.37)) {
        if (!this.#scene.take()) return;
        await this.#allocate();
      } else if (!full && this.#random.next() < 0.08) {
        await this.#repeat();
      } else {
        await this.#change(holding);
      }
    }
  }

  async #allocate(): Promise<void> {
    const random = this.#random;
    const keyed = random.next() < 0.4;
    const chance = random.next();
    const ttlSeconds = chance < 0.1 ? SHORT_SECONDS : chance < 0.2 ? LONG_SECONDS : null;
    const subject: AllocateSubject = { kind: "allocate", tag: this.#name(), count: random.between(1, 4), ttlSeconds };
    // Twins reach both processes with one key at the same time.
    const twin = keyed && random.next() < 0.2;
    const outcomes = await Promise.all([this.#ask(subject, keyed, 0), ...(twin ? [this.#ask(subject, keyed, 1)] : [])]);
    let given = outcomes.flatMap((outcome) => (outcome.is === "ok" ? [outcome.given] : []))[0];
    // A key tells whether a call without an answer had happened.
    for (let retry = 0; keyed && given === undefined && retry < MAX_RETRIES && outcomes.at(-1)?.is === "unknown"; retry += 1) {
      const outcome = await this.#ask(subject, keyed, retry);
      outcomes.push(outcome);
      if (outcome.is === "ok") given = outcome.given;
    }
    if (given === undefined) return;
    this.#hold(subject, given);
    if (keyed && ttlSeconds !== SHORT_SECONDS) this.#keyed.push({ subject, ids: given.map(({ id }) => id) });
  }

  async #ask(subject: AllocateSubject, keyed: boolean, shift: number): Promise<Outcome> {
    const { tag, count, ttlSeconds } = subject;
    const body = {
      ...(count === 1 ? {} : { count }),
      ...(ttlSeconds === null ? {} : { ttl_seconds: ttlSeconds }),
      ...(keyed ? { key: tag } : {}),
      note: tag,
    };
    const engine = this.#scene.pair.engineOf(this.#number + shift);
    const call = async () => await engine.call({ operation: "allocation.create", params: [this.#scene.poolId], body });
    return (await this.#scene.recorder.record(subject, call)).outcome;
  }

  #hold({ tag, ttlSeconds }: AllocateSubject, given: readonly Given[]): void {
    for (const { id, ip } of given) this.#held.add({ tag, id, ip, short: ttlSeconds === SHORT_SECONDS, allocated: true });
  }

  async #repeat(): Promise<void> {
    const at = this.#random.between(0, Math.max(0, this.#keyed.length - 1));
    const [keyed] = this.#keyed.splice(at, 1);
    if (keyed === undefined) return;
    const allocated = new Set([...this.#held].filter((holding) => holding.allocated).map(({ id }) => id));
    // What was given back in part would be answered in part.
    if (keyed.ids.every((id) => allocated.has(id))) await this.#ask(keyed.subject, true, this.#random.between(0, 1));
  }

  async #change(holding: Holding): Promise<void> {
    const chance = this.#random.next();
    if (holding.device !== undefined) {
      if (holding.allocated && chance < 0.3) await this.#release(holding);
      else await this.#remove(holding, holding.device);
    } else if (!holding.short && chance < 0.3) await this.#confirm(holding);
    else await this.#release(holding);
  }

  async #release(holding: Holding): Promise<void> {
    const { outcome } = await this.#record({ kind: "release", allocation: holding.id }, "allocation.release", [holding.id]);
    holding.allocated = false;
    // What became of a call without an answer shows at the end: the client never touches that address again.
    if (holding.device === undefined || outcome.is === "unknown") this.#held.delete(holding);
  }

  async #confirm(holding: Holding): Promise<void> {
    const device = this.#name();
    const subject: Subject = { kind: "confirm", allocation: holding.id, ip: holding.ip, device };
    const { outcome, result } = await this.#record(subject, "device.create", [], { name: device, addresses: [{ ip: holding.ip }] });
    if (outcome.is === "ok") holding.device = { name: device, id: (result as { id: string }).id };
    else this.#held.delete(holding);
  }

  async #remove(holding: Holding, device: { readonly name: string; readonly id: string }): Promise<void> {
    await this.#record({ kind: "remove", device: device.name }, "device.delete", [device.id]);
    this.#held.delete(holding);
  }

  async #record(
    subject: Subject,
    operation: "allocation.release" | "device.create" | "device.delete",
    params: readonly string[],
    body?: Readonly<Record<string, unknown>>,
  ) {
    const engine = this.#scene.pair.engineOf(this.#number);
    return await this.#scene.recorder.record(
      subject,
      async () => await engine.call({ operation, params, ...(body === undefined ? {} : { body }) }),
    );
  }

  #name(): string {
    this.#serial += 1;
    return `c${this.#number}-${this.#serial}`;
  }
}
