import type { EnginePair } from "../allocators/engine-pair.ts";
import type { Request } from "../allocators/operations.ts";
import type { SeededRandom } from "../crash/seeded-random.ts";
import type { PlanOutcome, PlanRecorder, PlanSubject } from "./plan-history.ts";

/** What all clients of a run share. */
export interface PlanScene {
  readonly pair: EnginePair;
  readonly recorder: PlanRecorder;
  /** Devices that all change. */
  readonly devices: readonly string[];
  readonly networkId: string;
  readonly poolId: string;
  /** Plans that are open as far as anybody knows. */
  readonly open: Set<string>;
  /** Devices that applied plans made; each is deleted by one plan at least. */
  readonly made: Set<string>;
  /** Takes one of the calls that are still to be made; false when there are none. */
  take(): boolean;
}

type Step = Readonly<Record<string, unknown>>;

const ADDRESSES = 60;

/** Makes plans over records that all change, applies its own and those of others, and changes records beside them. */
export class PlanClient {
  readonly #number: number;
  readonly #random: SeededRandom;
  readonly #scene: PlanScene;
  #serial = 0;

  constructor(number: number, random: SeededRandom, scene: PlanScene) {
    this.#number = number;
    this.#random = random;
    this.#scene = scene;
  }

  async work(): Promise<void> {
    while (this.#scene.take()) {
      const chance = this.#random.next();
      const plan = this.#random.pick([...this.#scene.open]);
      if (plan === undefined || chance < 0.35) await this.#plan();
      else if (chance < 0.85) await this.#apply(plan);
      else await this.#write();
    }
  }

  async #plan(): Promise<void> {
    const steps = Array.from({ length: this.#random.between(1, 4) }, () => this.#step());
    const body = { title: this.#mark(), steps };
    const outcome = await this.#call({ kind: "plan" }, { operation: "plan.create", params: [], body });
    if (outcome.is === "ok" && outcome.plan !== undefined) this.#scene.open.add(outcome.plan.id);
  }

  /** At times at both processes at once. One that is stale is looked at anew, and applied then. */
  async #apply(plan: string): Promise<void> {
    const shifts = this.#random.next() < 0.3 ? [0, 1] : [0];
    const outcomes = await Promise.all(shifts.map(async (shift) => await this.#applyAt(plan, shift)));
    if (!outcomes.some((outcome) => outcome.is === "refused" && outcome.code === "PLAN_STALE")) return;
    const refreshed = await this.#call({ kind: "refresh", plan }, { operation: "plan.refresh", params: [plan] });
    if (refreshed.is === "ok" && refreshed.plan?.status === "open") await this.#applyAt(plan, 0);
    else this.#scene.open.delete(plan);
  }

  async #applyAt(plan: string, shift: number): Promise<PlanOutcome> {
    const outcome = await this.#call({ kind: "apply", plan }, { operation: "plan.apply", params: [plan] }, shift);
    if (outcome.is === "ok" || (outcome.is === "refused" && outcome.code === "CONFLICT")) this.#scene.open.delete(plan);
    for (const { type, id, action } of (outcome.is === "ok" ? outcome.plan?.effects.records : undefined) ?? [])
      if (type === "device" && action === "create") this.#scene.made.add(id);
    return outcome;
  }

  async #write(): Promise<void> {
    const mark = this.#mark();
    const device = this.#device();
    await this.#call({ kind: "write", device, mark }, { operation: "device.update", params: [device], body: { description: mark } });
  }

  #step(): Step {
    const chance = this.#random.next();
    const mark = this.#mark();
    const ip = `10.0.0.${this.#random.between(1, ADDRESSES)}`;
    if (chance < 0.3) return { operation: "devices.update", params: { id: this.#device() }, body: { description: mark } };
    if (chance < 0.45) return { operation: "devices.update", params: { id: this.#device() }, body: { addresses: [{ ip }] } };
    if (chance < 0.6) return { operation: "devices.create", body: { name: mark, description: mark, addresses: [{ ip }] } };
    if (chance < 0.7) return this.#deletion(mark);
    if (chance < 0.8) return { operation: "networks.update", params: { id: this.#scene.networkId }, body: { description: mark } };
    if (chance < 0.9) return { operation: "pools.allocate", params: { id: this.#scene.poolId }, body: { note: mark } };
    const [parent, child] = [this.#device(), this.#device()];
    return { operation: "relationships.create", params: { id: parent }, body: { child_id: child, type: "connected_to" } };
  }

  #deletion(mark: string): Step {
    const device = this.#random.pick([...this.#scene.made]);
    if (device === undefined) return { operation: "devices.create", body: { name: mark, description: mark } };
    this.#scene.made.delete(device);
    return { operation: "devices.delete", params: { id: device } };
  }

  #device = (): string => this.#random.pick(this.#scene.devices) as string;

  #mark(): string {
    this.#serial += 1;
    return `c${this.#number}-${this.#serial}`;
  }

  async #call(subject: PlanSubject, request: Request, shift = 0): Promise<PlanOutcome> {
    const engine = this.#scene.pair.engineOf(this.#number + shift);
    return await this.#scene.recorder.record(subject, async () => await engine.call(request));
  }
}
