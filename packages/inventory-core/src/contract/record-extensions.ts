import { Problems } from "./errors/validation.ts";
import type { Device, Network } from "./generated/api.ts";
import type { RecordChecks, RecordView } from "./record-functions.ts";
import type { RecordKind, RecordTypes } from "./record-kind.ts";
import type { Change, ExtensionRunner } from "./storage/write-path.ts";

/** Functions that an application or a plugin adds to a kind of record of someone else: of `extendRecord`. */
export interface RecordExtension {
  /** Name of the kind: `device`. */
  readonly kind: string;
  /** The functions. */
  readonly checks: RecordChecks<never>;
}

/** A record of a kind that is extended. */
type ExtendedRecord<Kind> = Kind extends "device"
  ? Device
  : Kind extends "network"
    ? Network
    : Kind extends RecordKind<infer Types extends RecordTypes>
      ? Types["record"]
      : Readonly<Record<string, unknown>> & { readonly id: string };

/**
 * Adds checks and consequences to devices, networks or records of a declared kind. They run in the transaction of each write, after the
 * functions of the kind, in the order in which plugins are passed; those of the application are last.
 *
 * @param kind `device`, `network`, or a declared kind or its name
 *
 * @example
 * const named = extendRecord("device", {
 *   check: ({ record, problems }) => {
 *     if (!/^[a-z0-9-]+$/.test(record.name)) problems.add("name", "must be lower case");
 *   },
 * });
 * const inventory = await createInventory({ storage: sqlite("inventory.db"), recordExtensions: [named] });
 */
export function extendRecord<const Kind extends string | RecordKind>(
  kind: Kind,
  checks: RecordChecks<ExtendedRecord<Kind>>,
): RecordExtension {
  return { kind: typeof kind === "string" ? kind : kind.name, checks: checks as RecordChecks<never> };
}

/** The reads that checks make in a transaction. */
export const viewOf = (change: Change): RecordView => ({
  all: async (sql, params) => await change.all(sql, params),
  get: async (sql, params) => await change.get(sql, params),
  principal: change.call.principal,
  now: change.now,
  lock: async (name) => await change.lock({ on: "name", name: `record-check/${name}` }),
});

/** Runs a function after a write. Its error undoes the whole change, also when a caller catches it. @throws what it throws */
export async function runAfter(change: Change, work: () => Promise<void> | void | undefined): Promise<void> {
  try {
    await work();
  } catch (error) {
    change.beforeCommit(async () => await Promise.reject(error));
    throw error;
  }
}

/** Extensions of kinds of record, in the order in which they run. */
export class RecordExtensions implements ExtensionRunner {
  readonly #byKind: ReadonlyMap<string, readonly RecordExtension[]>;

  constructor(extensions: readonly RecordExtension[]) {
    this.#byKind = Map.groupBy(extensions, ({ kind }) => kind);
  }

  has(kind: string): boolean {
    return this.#byKind.has(kind);
  }

  async check(change: Change, kind: string, record: object, before: object | undefined): Promise<void> {
    for (const { checks } of this.#byKind.get(kind) ?? []) {
      const problems = new Problems();
      await checks.check?.({ record: record as never, problems }, viewOf(change), (before ?? null) as never);
      problems.throwIfAny();
    }
  }

  async after(change: Change, kind: string, before: object | undefined, record: object | undefined): Promise<void> {
    for (const { checks } of this.#byKind.get(kind) ?? [])
      await runAfter(change, () => checks.after?.(change, (before ?? null) as never, (record ?? null) as never));
  }
}
