import type { HealthCheck } from "../../contract/plugin.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";
import { refuseUnknown } from "./migrate.ts";

export const MIGRATION_CHECK = serviceToken<MigrationCheck>("migration-check");

/**
 * Whether the database is still the one that this program opened: a newer program may have migrated it since, in a way that this one cannot
 * go on with.
 */
export class MigrationCheck implements HealthCheck {
  readonly id = "migrations";
  readonly #storage: OpenStorage;
  #known: ReadonlySet<string> | undefined;

  constructor(storage: OpenStorage) {
    this.#storage = storage;
  }

  /** Opening has just brought the database to what this program knows. */
  async start(): Promise<void> {
    const applied = await this.#storage.migrations?.();
    this.#known = applied === undefined ? undefined : new Set(applied.map(({ name }) => name));
  }

  /** @throws DATABASE_TOO_NEW, DATABASE_NEEDS_PLUGIN, UNAVAILABLE */
  async check(): Promise<void> {
    const known = this.#known;
    if (known === undefined) return;
    refuseUnknown(known, (await this.#storage.migrations?.()) ?? []);
  }
}
