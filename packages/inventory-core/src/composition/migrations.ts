import { coreModel } from "./core-model.ts";
import { modelsOf } from "./plugins/plugin-models.ts";
import { orderPlugins } from "./plugins/plugin-order.ts";
import type { Clock } from "../contract/clock.ts";
import { type Logger, silentLogger } from "../contract/logger.ts";
import type { Plugin } from "../contract/plugin.ts";
import { checkKeys } from "../contract/errors/validation.ts";
import type { AppliedMigration, DialectName, Storage, StoredModel } from "../contract/storage/storage.ts";
import { mustBeStorage } from "../storage/opening/given-storage.ts";
import { type MigrationStatus, statusOf } from "../storage/opening/migration-status.ts";
import { systemClock } from "../system-clock.ts";
import { ENGINE_VERSION } from "../version.ts";

export type { MigrationStatus };

/** Whose migrations {@link migrationStatus} looks at. */
export interface MigrationStatusOptions {
  /** Plugins of the program, in any order. */
  readonly plugins?: readonly Plugin[] | undefined;
}

/** What {@link migrate} is called with. */
export interface MigrateOptions extends MigrationStatusOptions {
  /** Stops between two migrations, or two slices of a long one: what was applied stays, and the next call goes on there. */
  readonly signal?: AbortSignal | undefined;
  /** The clock that durations in the log go by; the system's unless set. */
  readonly clock?: Clock | undefined;
  /** Where log lines go; nowhere unless set. */
  readonly logger?: Logger | undefined;
}

const MIGRATE_OPTIONS = ["plugins", "signal", "clock", "logger"] as const satisfies readonly (keyof MigrateOptions)[];

/** What {@link migrate} did. */
export interface Migrated {
  /** Names of the migrations that were pending before, in the order in which they were applied. */
  readonly applied: readonly string[];
}

/**
 * Applies the pending migrations of the core and of plugins, as opening does, and closes the database. A missing database is created.
 * @throws VALIDATION_ERROR for an unknown option, STORAGE_INVALID, the plugin errors (`PLUGIN_…`), DATABASE_NOT_OPENED, DATABASE_TOO_NEW,
 * DATABASE_NEEDS_PLUGIN, the reason of `signal`
 *
 * @example
 * await migrate(postgresql(url), { plugins: [webhooksPlugin()] });
 * const inventory = await createInventory({ storage: postgresql(url), plugins: [webhooksPlugin()], migrate: false });
 */
export async function migrate(storage: Storage, options: MigrateOptions = {}): Promise<Migrated> {
  checkKeys(options, MIGRATE_OPTIONS, "an option of migrate");
  const { plugins = [], signal, clock = systemClock, logger = silentLogger } = options;
  const models = storedModels(orderPlugins(plugins, ENGINE_VERSION));
  const { pending } = statusOf(await mustBeStorage(storage).migrations(), storage.dialect, models);
  const opened = await storage.open({ models, clock, logger, signal });
  await opened.close();
  return { applied: pending.map(({ migration }) => migration) };
}

/**
 * Compares the migrations of a database with those of the core and of plugins. Nothing is written or created; a missing database lacks all.
 * @throws VALIDATION_ERROR for an unknown option, STORAGE_INVALID, DATABASE_NOT_OPENED
 */
export async function migrationStatus(storage: Storage, { plugins, ...others }: MigrationStatusOptions = {}): Promise<MigrationStatus> {
  checkKeys(others, ["plugins"], "an option of migrationStatus");
  return migrationStatusOf(await mustBeStorage(storage).migrations(), storage.dialect, plugins);
}

/** {@link migrationStatus} of migrations that were read before: of a backup, or through another connection. */
export function migrationStatusOf(
  applied: readonly AppliedMigration[],
  dialect: DialectName,
  plugins: readonly Plugin[] = [],
): MigrationStatus {
  return statusOf(applied, dialect, storedModels(plugins));
}

const storedModels = (plugins: readonly Plugin[]): readonly StoredModel[] => [coreModel, ...modelsOf(plugins)];
