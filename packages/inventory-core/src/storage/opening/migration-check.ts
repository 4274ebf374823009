import type { HealthCheck } from "../../contract/plugin.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage, StoredModel } from "../../contract/storage/storage.ts";
import { migrationsOf, refusalOf } from "./migrate.ts";

/** What the core and the plugins of a host store. */
export const STORED_MODELS = serviceToken<readonly StoredModel[]>("stored-models");

export const MIGRATION_CHECK = serviceToken<MigrationCheck>("migration-check");

/** Whether this program could still open the database: a newer one may have migrated it since, in a way that this one cannot go on with. */
export class MigrationCheck implements HealthCheck {
  readonly id = "migrations";
  readonly #storage: OpenStorage;
  readonly #known: ReadonlySet<string>;

  constructor(storage: OpenStorage, models: readonly StoredModel[]) {
    this.#storage = storage;
    this.#known = new Set(migrationsOf(models, storage.dialect).map(({ name }) => name));
  }

  /** @throws DATABASE_TOO_NEW, DATABASE_NEEDS_PLUGIN, UNAVAILABLE */
  async check(): Promise<void> {
    const refusal = refusalOf(this.#known, (await this.#storage.migrations?.()) ?? []);
    if (refusal !== undefined) throw refusal;
  }
}
