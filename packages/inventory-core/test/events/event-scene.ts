import { createInventory, type Event, type Inventory, type InventoryOptions } from "@cadastre/inventory-core";
import { answering, ScriptedScanner } from "../discovery/scripted-scanner.ts";
import { TickingClock } from "./ticking-clock.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";

/** What an event is to be: its name and its data. */
export type Told = readonly [event: string, data: unknown];

/** An inventory with a scanner, and what its log tells of a part of what was done. */
export class EventScene implements AsyncDisposable {
  readonly inventory: Inventory;
  readonly clock: TickingClock;
  readonly scanner: ScriptedScanner;
  #cursor = "0-0";
  #subnets = 0;

  private constructor(inventory: Inventory, clock: TickingClock, scanner: ScriptedScanner) {
    this.inventory = inventory;
    this.clock = clock;
    this.scanner = scanner;
  }

  static async open(place: TestDatabase, options: Partial<InventoryOptions> = {}): Promise<EventScene> {
    const clock = new TickingClock();
    const scanner = new ScriptedScanner(answering({}));
    const inventory = await createInventory({ storage: place.storage(), plugins: [scanner.plugin], clock, ...options });
    return new EventScene(inventory, clock, scanner);
  }

  /** First three parts of a subnet that nothing else in the scene uses. */
  prefix(): string {
    this.#subnets += 1;
    return `10.7.${this.#subnets}`;
  }

  /** What was logged since this was asked last. */
  async events(): Promise<readonly Event[]> {
    const all: Event[] = [];
    for (;;) {
      const { events, next } = await this.inventory.events.read({ after: this.#cursor, limit: 1000 });
      this.#cursor = next;
      if (events.length === 0) return all;
      all.push(...events);
    }
  }

  /** The same as names and data. */
  async told(): Promise<Told[]> {
    return (await this.events()).map(({ event, data }) => [event, data] as const);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.inventory.close();
  }
}
