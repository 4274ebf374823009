import type { Random } from "../model/random.ts";
import { MISSING } from "../model/scene.ts";
import type { Anything, World } from "./plan-world.ts";

/** A step of a plan. */
export interface RandomStep {
  readonly operation: string;
  readonly params?: Record<string, string>;
  readonly body?: Record<string, unknown>;
}

/** Makes random steps, over records that are there and those that earlier steps of the plan make. */
export class StepMaker {
  readonly #random: Random;
  readonly #world: World;
  readonly #steps: RandomStep[] = [];
  #names = 0;

  constructor(random: Random, world: World) {
    this.#random = random;
    this.#world = world;
  }

  steps(count: number): readonly RandomStep[] {
    while (this.#steps.length < count) {
      const step = this.#step();
      // What there is none of yet is asked for now and then only.
      if (!JSON.stringify(step).includes(MISSING) || this.#random.chance(0.03)) this.#steps.push(step);
    }
    return this.#steps;
  }

  /** The id of a record of a type: mostly one that is there or will be, at times none. */
  #id(type: string): string {
    if (this.#random.chance(0.01)) return MISSING;
    const made = this.#steps.flatMap(({ operation }, index) => (operation === `${type}s.create` ? [`$${index}.id`] : []));
    const there = this.#records(type).map(({ id }) => String(id));
    if (made.length > 0 && (there.length === 0 || this.#random.chance(0.4))) return this.#random.pick(made) as string;
    return this.#random.pick(there) ?? MISSING;
  }

  #records(type: string): readonly Anything[] {
    return [...this.#world].filter(([key]) => key.startsWith(`${type}/`)).map(([, record]) => record);
  }

  #name(): string {
    return `r${(this.#names += 1)}-${this.#random.below(1_000_000)}`;
  }

  #ip(): string {
    return `10.0.${this.#random.below(2)}.${1 + this.#random.below(12)}`;
  }

  #place(): Record<string, unknown> {
    const place: Record<string, unknown> = {};
    if (this.#random.chance(0.4)) place["datacenter_id"] = this.#random.chance(0.3) ? null : this.#id("datacenter");
    return place;
  }

  #spaced(): Record<string, unknown> {
    return this.#random.chance(0.3) ? { space_id: this.#random.chance(0.3) ? null : this.#id("space") } : {};
  }

  #addresses(): Record<string, unknown> {
    return { addresses: Array.from({ length: this.#random.below(3) }, () => ({ ip: this.#ip() })) };
  }

  #range(): Record<string, unknown> {
    const first = 1 + this.#random.below(10);
    const site = this.#random.below(2);
    return { start_ip: `10.0.${site}.${first}`, end_ip: `10.0.${site}.${first + this.#random.below(6)}` };
  }

  #step(): RandomStep {
    const random = this.#random;
    const on = (type: string): Record<string, string> => ({ id: this.#id(type) });
    return random.weighted<() => RandomStep>([
      [2, () => ({ operation: "spaces.create", body: { name: this.#name(), rd: "65000:1" } })],
      [1, () => ({ operation: "spaces.update", params: on("space"), body: { description: this.#name() } })],
      [1, () => ({ operation: "spaces.delete", params: on("space") })],
      [2, () => ({ operation: "datacenters.create", body: { name: this.#name(), ...this.#spaced() } })],
      [2, () => ({ operation: "datacenters.update", params: on("datacenter"), body: { location: this.#name(), ...this.#spaced() } })],
      [1, () => ({ operation: "datacenters.delete", params: on("datacenter") })],
      [
        5,
        () => ({
          operation: "networks.create",
          body: {
            name: this.#name(),
            subnet: random.of("10.0.0.0/24", "10.0.1.0/24", "10.0.0.0/23", "10.0.0.0/28"),
            ...this.#place(),
            ...this.#spaced(),
          },
        }),
      ],
      [
        4,
        () => ({
          operation: "networks.update",
          params: on("network"),
          body: {
            description: this.#name(),
            ...this.#place(),
            ...this.#spaced(),
            ...(random.chance(0.3) && { subnet: random.of("10.0.0.0/24", "10.0.1.0/24", "10.0.0.0/23") }),
          },
        }),
      ],
      [2, () => ({ operation: "networks.delete", params: on("network") })],
      [
        2,
        () => ({
          operation: "networks.allocate",
          params: on("network"),
          body: {
            name: this.#name(),
            length: 26 + random.below(4),
            count: 1 + random.below(2),
            strategy: random.of("lowest", "sparse"),
            ...(random.chance(0.2) && this.#place()),
          },
        }),
      ],
      [4, () => ({ operation: "pools.create", params: on("network"), body: { name: this.#name(), ...this.#range() } })],
      [
        2,
        () => ({
          operation: "pools.update",
          params: on("pool"),
          body: { name: this.#name(), ...(random.chance(0.5) && { ...this.#range(), release_outside: random.chance(0.7) }) },
        }),
      ],
      [1, () => ({ operation: "pools.delete", params: on("pool") })],
      [
        4,
        () => ({
          operation: "pools.allocate",
          params: on("pool"),
          body: { count: 1 + random.below(2), ...(random.chance(0.3) && { ttl_seconds: 86_400 }) },
        }),
      ],
      [1, () => ({ operation: "allocations.release", params: on("allocation") })],
      [7, () => ({ operation: "devices.create", body: { name: this.#name(), ...this.#addresses(), ...this.#place() } })],
      [
        6,
        () => ({
          operation: "devices.update",
          params: on("device"),
          body: { hostname: this.#name(), ...(random.chance(0.6) && this.#addresses()), ...this.#place() },
        }),
      ],
      [2, () => ({ operation: "devices.delete", params: on("device") })],
      [
        4,
        () => ({
          operation: "relationships.create",
          params: on("device"),
          body: { child_id: this.#id("device"), type: random.of("connected_to", "depends_on", "contains") },
        }),
      ],
      [3, () => this.#bulk("device")],
      [2, () => this.#bulk("network")],
      [1, () => this.#unrelate()],
      [1, () => ({ operation: "conflicts.ignore", params: on("conflict"), body: { notes: this.#name() } })],
      [1, () => this.#resolve()],
    ])();
  }

  /** A change of several records, or now and then their end. */
  #bulk(type: "device" | "network"): RandomStep {
    const random = this.#random;
    const ids = [...new Set(Array.from({ length: 1 + random.below(3) }, () => this.#id(type)))];
    const about = random.chance(0.6) ? { ids } : { filter: random.chance(0.5) ? { tags: ["bulk"] } : { status: "active" } };
    if (random.chance(0.3)) return { operation: `${type}s.bulkDelete`, body: about };
    const set = { description: this.#name(), ...this.#place(), ...(type === "network" && this.#spaced()) };
    const tags = { ...(random.chance(0.4) && { add_tags: ["bulk", this.#name()] }), ...(random.chance(0.2) && { remove_tags: ["other"] }) };
    return { operation: `${type}s.bulkUpdate`, body: { ...about, set, ...tags } };
  }

  #unrelate(): RandomStep {
    const one = this.#random.pick(this.#records("relationship"));
    const of = (field: string): string => (one?.[field] as string | undefined) ?? MISSING;
    return { operation: "relationships.delete", params: { id: of("parent_id"), child_id: of("child_id"), type: of("type") } };
  }

  #resolve(): RandomStep {
    const one = this.#random.pick(this.#records("conflict"));
    const devices = (one?.["device_ids"] ?? []) as readonly string[];
    return {
      operation: "conflicts.resolve",
      params: { id: (one?.["id"] as string | undefined) ?? MISSING },
      body: { keep_device_id: this.#random.pick(devices) ?? null },
    };
  }
}
