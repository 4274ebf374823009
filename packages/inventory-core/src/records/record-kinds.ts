import { serviceToken } from "../contract/service-token.ts";
import type { NamedField, RecordKind } from "../contract/record-kind.ts";
import { inReferenceOrder } from "./reference-order.ts";
import type { RecordWriter } from "./record-types.ts";

/** A field of a kind that refers to another kind. */
export interface Referrer {
  readonly service: RecordWriter;
  readonly field: NamedField;
}

/** Tables of the kinds that are not declared, by the name of the kind. */
export const CORE_TABLES: Readonly<Record<string, string>> = {
  device: "device",
  network: "network",
  pool: "pool",
};

/** The declared kinds of a host. */
export class RecordKinds {
  readonly #services = new Map<string, RecordWriter>();

  /** Adds the service of a kind. A service that a transaction makes for itself does not replace it. */
  add(service: RecordWriter): void {
    if (!this.#services.has(service.kind.name)) this.#services.set(service.kind.name, service);
  }

  get all(): readonly RecordKind[] {
    return [...this.#services.values()].map(({ kind }) => kind);
  }

  find(name: string): RecordWriter | undefined {
    return this.#services.get(name);
  }

  /** The table of a kind; undefined where there is no such kind. */
  tableOf(name: string): string | undefined {
    return this.#services.get(name)?.kind.name ?? CORE_TABLES[name];
  }

  /** Services of all kinds, each after those that its records refer to. */
  get inOrder(): readonly RecordWriter[] {
    return inReferenceOrder(this.all).flatMap(({ name }) => this.#services.get(name) ?? []);
  }

  /** What permissions call a kind, declared or not. */
  thingOf(name: string): string {
    return this.#services.get(name)?.kind.permission ?? name;
  }

  /** Fields that refer to a kind. */
  referrersOf(name: string): readonly Referrer[] {
    return [...this.#services.values()].flatMap((service) =>
      service.kind.fields.filter(({ facts }) => facts.to === name && facts.onDelete !== "keep").map((field) => ({ service, field })),
    );
  }
}

export const RECORD_KINDS = serviceToken<RecordKinds>("record-kinds");
