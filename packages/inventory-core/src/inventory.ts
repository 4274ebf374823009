import { AUDIT_SEALER } from "./audit/sealing/audit-sealer.ts";
import { AUDIT_VERIFIER, type AuditVerification, type AuditVerifyOptions } from "./audit/audit-verifier.ts";
import { AUDIT_WRITER, AuditWriter } from "./audit/proof/audit-writer.ts";
import { type ActingUser, principalOf } from "./callers/acting-user.ts";
import { libraryOperations } from "./composition/core-operations.ts";
import { corePlugin } from "./composition/core-plugin.ts";
import { withCallerFrames } from "./composition/calls/caller-frames.ts";
import { createFacade } from "./composition/facade.ts";
import type { EventListeners, EventSubscriptions } from "./composition/known-events.ts";
import { PluginHost } from "./composition/plugin-host.ts";
import type { InventoryTransaction, TransactionClient, TransactionOptions } from "./composition/transactions/transaction.ts";
import type { TransactionWork } from "./composition/transactions/transactions.ts";
import { INVENTORY_OPTIONS, type InventoryOptions, InventorySettings } from "./inventory-options.ts";
import { systemClock } from "./system-clock.ts";
import { COMMITTED_EVENTS, type LoggedEvent } from "./contract/storage/event.ts";
import type { InventoryServices } from "./contract/generated/api.ts";
import type { Facade } from "./contract/operations/facade.ts";
import { silentLogger } from "./contract/logger.ts";
import type { Host, Plugin } from "./contract/plugin.ts";
import { type RecordExtension, RecordExtensions } from "./contract/record-extensions.ts";
import type { RecordKind } from "./contract/record-kind.ts";
import { IDS, RECORD_EXTENSIONS, STORAGE, WRITES } from "./contract/ports.ts";
import { type Principal, SYSTEM } from "./contract/access/principal.ts";
import type { ServiceToken } from "./contract/service-token.ts";
import { coreErrors } from "./contract/errors/core-errors.ts";
import { checkKeys, parseAll } from "./contract/errors/validation.ts";
import { EventBus } from "./events/feed/event-bus.ts";
import { EVENT_LOG, EventLog } from "./events/event-log.ts";
import { EVENT_SUBSCRIPTIONS } from "./events/subscriptions/event-subscriptions.ts";
import type { SubscriptionHandler, SubscriptionOptions } from "./events/subscriptions/subscription-options.ts";
import { StorageWritePath } from "./events/write-path.ts";
import { RECORD_KINDS } from "./records/record-kinds.ts";
import type { KindsOf, RecordServices } from "./records/record-methods.ts";
import { recordOperations } from "./composition/records/record-operations.ts";
import { SECRET_SERVICE, type SecretRotation } from "./secrets/secret-service.ts";
import { type Rebuild, VERIFICATION, type Verification, type VerifyOptions } from "./verification/verification-service.ts";
import { mustBeStorage, mustOpenReadOnly } from "./storage/opening/given-storage.ts";
import { FolderSpool } from "./storage/spool/spool.ts";
import { ENGINE_VERSION, mustBeNode } from "./version.ts";

export type { InventoryServices } from "./contract/generated/api.ts";
export {
  migrate,
  type Migrated,
  type MigrateOptions,
  type MigrationStatus,
  migrationStatus,
  migrationStatusOf,
  type MigrationStatusOptions,
} from "./composition/migrations.ts";
export type { InventoryOptions } from "./inventory-options.ts";
export { coreModel } from "./composition/core-model.ts";
export { libraryMethods } from "./composition/core-operations.ts";
export { type EngineMisfit, engineMisfit, type MisfitPackages, misfitSentence } from "./composition/plugins/engine-misfit.ts";
export {
  type EventData,
  type EventListeners,
  type EventName,
  EVENTS,
  type EventSource,
  type EventSubscriptions,
  type KnownEvent,
  type SubscribedEvent,
  type SubscribeOptions,
} from "./composition/known-events.ts";
export type {
  InventoryTransaction,
  TransactionClient,
  TransactionClientResult,
  TransactionOptions,
  TransactionServices,
} from "./composition/transactions/transaction.ts";
export { type ErrorWithCode, isErrorOf, type OperationError } from "./composition/operation-errors.ts";
export { type ErrorCode, type ErrorDetails, isInventoryError, type KnownError } from "./composition/known-errors.ts";

const VERIFY_OPTIONS = ["signal", "onProgress", "resume"] as const satisfies readonly (keyof VerifyOptions)[];

/** Options of work on the database as a whole. */
export interface UpkeepOptions {
  /** Ends the work: it throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

mustBeNode((globalThis.process as NodeJS.Process | undefined)?.versions?.node);

/** A running engine. */
export interface Inventory extends InventoryServices {
  /**
   * The same services for a user of your application, with permissions enforced (FORBIDDEN).
   * @throws VALIDATION_ERROR for a user without an id, or a role that is not built in
   *
   * @example
   * const { devices } = inventory.as({ id: user.id, username: user.name, role: "operator" });
   */
  as(user: ActingUser | Principal): InventoryServices;
  readonly events: InventoryServices["events"] & EventListeners & EventSubscriptions;
  /**
   * Runs a function in one transaction: changes of the inventory and statements of the application happen all or not at all, with their
   * events and audit rows, under one change id. Listeners hear of it after the commit. The function runs once; a deadlock is BUSY, with
   * nothing written. Other writes wait meanwhile, so await nothing in it but the transaction.
   *
   * @typeParam DB tables of the application, as Kysely takes them
   * @throws what the function throws; BUSY after `writeWaitMs`, TOO_MUCH_WORK after the timeout, TRANSACTION_FAILED when a failure was
   * caught, TRANSACTION_OPEN inside of another transaction, VALIDATION_ERROR for an option, the reason of the signal, UNAVAILABLE
   *
   * @example
   * const device = await inventory.transaction(async (tx: InventoryTransaction<Shop>) => {
   *   const device = await tx.devices.create({ name: "web-01" });
   *   await tx.sql.insertInto("orders").values({ device_id: device.id }).execute();
   *   return device;
   * });
   */
  transaction<DB = unknown, T = unknown, Client = TransactionClient>(
    work: (tx: InventoryTransaction<DB, Client>) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /**
   * Compares everything derived (documents, keys, runs, counters, search, conflicts) with what it is derived from, beside
   * whatever else is going on, without false alarms.
   * @throws the reason of `signal` when it aborts, UNAVAILABLE
   */
  verify(options?: VerifyOptions): Promise<Verification>;
  /**
   * Mends everything that {@link Inventory.verify} finds, but damage to the database's own files.
   * @throws READ_ONLY, the reason of `signal` when it aborts (what was mended until then stays so), UNAVAILABLE
   */
  rebuild(options?: VerifyOptions): Promise<Rebuild>;
  /**
   * Checks the sealed audit log, beside whatever else is going on: whether a row was altered, taken out, put in or moved.
   * @throws ENCRYPTION_KEY_MISSING, the reason of `signal` when it aborts, UNAVAILABLE
   */
  verifyAudit(options?: AuditVerifyOptions): Promise<AuditVerification>;
  /**
   * Encrypts every encrypted field under the newest key of the ring.
   * @throws READ_ONLY, PLUGIN_NOT_LOADED when a plugin with encrypted columns in the database is not loaded, ENCRYPTION_KEY_MISSING,
   * SECRET_DAMAGED, the reason of `signal` when it aborts, UNAVAILABLE
   */
  rotateSecrets(options?: UpkeepOptions): Promise<SecretRotation>;
  /** What plugins and edges work with. */
  readonly host: Host;
  /**
   * Refuses what is called from now on (INVENTORY_CLOSED), aborts the signals of subscriptions, waits at most 5 seconds for what is
   * running (calls, lists, scans, handlers of subscriptions), stops the
   * plugins in reverse order and closes storage, which waits 5 seconds more for a transaction that goes on. A list that was begun and
   * is neither read to its end nor left (`return()` of its iterator) is running; after the 5 seconds it ends with INVENTORY_CLOSED.
   */
  close(): Promise<void>;
  /** {@link Inventory.close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens an inventory over a storage, with plugins. Called directly, the caller is trusted.
 * @throws STORAGE_INVALID, VALIDATION_ERROR, the plugin errors (`PLUGIN_…`), DATABASE_NOT_OPENED, DATABASE_TOO_NEW,
 * DATABASE_NEEDS_PLUGIN, DATABASE_NOT_MIGRATED, UNAVAILABLE
 *
 * @example
 * const inventory = await createInventory({ storage: sqlite("inventory.db") });
 */
export async function createInventory<
  const Plugins extends readonly Plugin[] = readonly [],
  const Records extends readonly RecordKind[] = readonly [],
>(options: InventoryOptions<Plugins, Records>): Promise<Inventory & RecordServices<KindsOf<Plugins> | Records[number]>> {
  return (await withCallerFrames(async () => await open(options))) as Inventory & RecordServices<KindsOf<Plugins> | Records[number]>;
}

/** The plugin that an application is, where it declares or extends kinds of record. */
const applicationPlugin = ({ records = [], recordExtensions = [] }: InventoryOptions): readonly Plugin[] =>
  records.length + recordExtensions.length === 0 ? [] : [{ id: "application", records, recordExtensions }];

/** Extensions of kinds of record, in the order in which plugins are passed. */
const extensionsOf = (plugins: readonly Plugin[]): readonly RecordExtension[] =>
  plugins.flatMap((plugin) => [...(plugin.recordExtensions ?? [])]);

async function open(options: InventoryOptions): Promise<Inventory> {
  // Programs without types may leave the options out.
  checkKeys(options ?? {}, INVENTORY_OPTIONS, "an option of createInventory");
  const storage = mustBeStorage((options as InventoryOptions | undefined)?.storage);
  const readOnly = options.readOnly === true;
  if (readOnly) mustOpenReadOnly(storage);
  const settings = parseAll(InventorySettings, options);
  const plugins = [
    corePlugin({
      ...settings,
      eventRetentionDays: options.eventRetentionDays,
      auditRetentionDays: options.auditRetentionDays,
      addressHistoryDays: options.addressHistoryDays,
      keyRing: options.keyRing,
      discovery: options.discovery,
    }),
    ...(options.plugins ?? []),
    ...applicationPlugin(options),
  ];
  const host = await PluginHost.start({
    version: ENGINE_VERSION,
    storage,
    readOnly,
    migrate: options.migrate === false ? "refuse" : "apply",
    spool: new FolderSpool(settings),
    plugins,
    clock: options.clock ?? systemClock,
    logger: options.logger ?? silentLogger,
    bind: options.bind,
    values: (services, events, clock, logger) => {
      const opened = services.get(STORAGE);
      const log = new EventLog(opened);
      const bus = new EventBus(
        events.map(({ name }) => name),
        logger,
      );
      services.value(EVENT_LOG, log);
      services.value(COMMITTED_EVENTS, {
        on: (name, listener) => bus.on(name, listener),
        after: async (cursor, limit) => await log.after(cursor, limit),
        end: async () => await log.end(),
        compare: (first, second) => log.compare(first, second),
      });
      services.value(RECORD_EXTENSIONS, new RecordExtensions(extensionsOf(plugins)));
      const auditWriter = new AuditWriter(options.keyRing);
      services.value(AUDIT_WRITER, auditWriter);
      services.value(
        WRITES,
        new StorageWritePath(opened, clock, bus, {
          audit: options.audit ?? true,
          auditWriter,
          poolUtilizationThreshold: settings.poolUtilizationThreshold,
          ids: services.get(IDS),
          extensions: services.get(RECORD_EXTENSIONS),
          limits: { waitMs: settings.writeWaitMs, timeoutMs: settings.writeTimeoutMs, importTimeoutMs: settings.importTimeoutMs },
        }),
      );
    },
  });
  const groups = { ...libraryOperations, ...recordOperations(host.get(RECORD_KINDS).all, host.operations) };
  const servicesFor = (principal: Principal): InventoryServices =>
    Object.fromEntries(
      Object.entries(groups).map(([name, group]) => [name, createFacade(host, group, principal)]),
    ) as unknown as InventoryServices;
  const subscriptions = host.get(EVENT_SUBSCRIPTIONS);
  const close = async (): Promise<void> => {
    // At once: handlers end while the host waits for calls.
    void subscriptions.stop();
    await host.stop();
  };
  const service = <T>(token: ServiceToken<T>): T => {
    host.mustBeOpen();
    return host.get(token);
  };
  const upkeep = <T>(token: ServiceToken<T>): T => {
    host.mustBeOutside();
    return host.get(token);
  };
  const changing = <T>(token: ServiceToken<T>): T => {
    if (readOnly) throw coreErrors.READ_ONLY({});
    return upkeep(token);
  };
  const services = servicesFor(SYSTEM);
  return {
    ...services,
    as: (user) => servicesFor(principalOf(user, host.permissions)),
    events: {
      ...services.events,
      on: (name: string, listener: (event: never) => unknown) =>
        service(COMMITTED_EVENTS).on(name, listener as (event: LoggedEvent) => unknown),
      end: async () => await withCallerFrames(async () => await upkeep(COMMITTED_EVENTS).end()),
      subscribe: async (name: string, handler: SubscriptionHandler, options: SubscriptionOptions<never>) =>
        await withCallerFrames(async () => await upkeep(EVENT_SUBSCRIPTIONS).subscribe(name, handler, options)),
      subscriptions: async () => await withCallerFrames(async () => await upkeep(EVENT_SUBSCRIPTIONS).list()),
      unsubscribe: async (name: string) => await withCallerFrames(async () => await upkeep(EVENT_SUBSCRIPTIONS).unsubscribe(name)),
    },
    transaction: async (work, options) =>
      await withCallerFrames(
        async () => await host.transaction(work as TransactionWork<never>, options, settings.writeTimeoutMs),
        options?.signal,
      ),
    verify: async (options) =>
      await withCallerFrames(async () => {
        checkKeys(options ?? {}, VERIFY_OPTIONS, "an option of verify");
        return await upkeep(VERIFICATION).verify(options);
      }, options?.signal),
    rebuild: async (options = {}) =>
      await withCallerFrames(async () => {
        checkKeys(options, VERIFY_OPTIONS, "an option of rebuild");
        return await changing(VERIFICATION).rebuild({ principal: SYSTEM, source: "library", signal: options.signal }, options);
      }, options.signal),
    verifyAudit: async (verify) =>
      await withCallerFrames(async () => {
        checkKeys(verify ?? {}, ["head", "signal"] satisfies (keyof AuditVerifyOptions)[], "an option of verifyAudit");
        return await upkeep(AUDIT_VERIFIER).verify(verify);
      }, verify?.signal),
    rotateSecrets: async ({ signal, ...others } = {}) =>
      await withCallerFrames(async () => {
        checkKeys(others, ["signal"], "an option of rotateSecrets");
        const rotation = await changing(SECRET_SERVICE).rotate({ principal: SYSTEM, source: "library", signal });
        await host.get(AUDIT_SEALER).signAnew();
        return rotation;
      }, signal),
    host,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * The operations of a plugin as methods, as those of the engine are on {@link Inventory}.
 *
 * @param group what the plugin made with `defineOperations`
 * @param principal in whose name, with permissions enforced; the trusted program unless given
 *
 * @example
 * const webhooks = servicesOf(inventory.host, webhookOperations);
 */
export function servicesOf<Group extends object>(host: Host, group: Group, principal: Principal = SYSTEM): Facade<Group> {
  return createFacade(host, group, principal);
}
