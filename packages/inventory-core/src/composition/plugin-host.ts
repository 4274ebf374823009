import type { Clock } from "../contract/clock.ts";
import type { ErrorKind } from "../contract/errors/error.ts";
import type { EventType } from "../contract/storage/event.ts";
import { messageOf } from "../contract/errors/failure-text.ts";
import { UUID_V7 } from "../contract/new-id.ts";
import type { Logger } from "../contract/logger.ts";
import { type AnyOperation, type CallContext, showsChanges } from "../contract/operations/operation.ts";
import type { DashboardSource } from "../contract/dashboard.ts";
import type { MetricSource } from "../contract/metrics.ts";
import type { Permission } from "../contract/access/permission.ts";
import type { Authenticator, ExecuteInput, ExecuteResult, HealthCheck, Host, NavItem, Plugin, RawHandler } from "../contract/plugin.ts";
import { CLOCK, IDS, LOGGER, SPOOL, STORAGE, TEXT_SEARCH, WRITES } from "../contract/ports.ts";
import { type DryRun, DryRunRollback } from "../contract/operations/dry-run.ts";
import type { EncryptedColumn } from "../contract/secrets.ts";
import type { Scanner } from "../contract/scanning/scanner.ts";
import { nameOfToken, type ServiceProvider, type ServiceToken } from "../contract/service-token.ts";
import type { Spool } from "../contract/storage/spool.ts";
import type { Storage, FollowerTable, StoredDocuments } from "../contract/storage/storage.ts";
import { STORED_MODELS } from "../storage/opening/migration-check.ts";
import { CLOSE_MS, OpenGate } from "../storage/opening/open-gate.ts";
import { OpenTransactions } from "../storage/writers/open-transactions.ts";
import type { UserProfiles } from "../contract/access/current-user.ts";
import type { UserRights } from "../contract/access/user-rights.ts";
import { callErrors } from "../contract/errors/call-errors.ts";
import { Services } from "./container.ts";
import { collectContributions, type Contributions } from "./contributions.ts";
import { countedStream } from "./calls/counted-stream.ts";
import { executeOperation } from "./executor.ts";
import type { TransactionOptions } from "./transactions/transaction.ts";
import { Transactions, type TransactionWork } from "./transactions/transactions.ts";
import { pluginErrors } from "./plugins/plugin-errors.ts";
import { orderPlugins } from "./plugins/plugin-order.ts";
import { modelsOf } from "./plugins/plugin-models.ts";
import { visibleDryRun } from "../records/access/private-records.ts";
import { PRIVATE_RECORDS } from "../contract/access/private-records.ts";
import { checkRecords } from "./records/check-records.ts";
import { type Replacement, replacementsOf } from "./replacements.ts";

export interface HostOptions {
  readonly version: string;
  readonly storage: Storage;
  /** Whether opening applies pending migrations, or refuses the database. */
  readonly migrate: "apply" | "refuse";
  /** Opens storage without a writing handle, and starts no background work. */
  readonly readOnly: boolean;
  /** Temporary files. */
  readonly spool: Spool;
  /** The core's plugin first, then the others. */
  readonly plugins: readonly Plugin[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** Services that the application binds in place of those that are there. */
  readonly bind?: readonly ServiceProvider[] | undefined;
  /** Binds values that are made outside the plugins. @param events what all plugins declare */
  readonly values?: (services: Services, events: readonly EventType[], clock: Clock, logger: Logger) => void;
}

/** Holds the plugins together: checks them, opens storage, starts them in order of need and stops them in reverse. */
export class PluginHost implements Host {
  readonly version: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly readOnly: boolean;
  readonly operations: readonly AnyOperation[];
  readonly permissions: readonly Permission[];
  readonly events: readonly EventType[];
  readonly errors: Readonly<Record<string, { readonly kind: ErrorKind; readonly when: string }>>;
  readonly scanners: readonly Scanner[];
  readonly authenticators: readonly Authenticator[];
  readonly userRights: UserRights | undefined;
  readonly userProfiles: UserProfiles | undefined;
  readonly healthChecks: readonly HealthCheck[];
  readonly metricSources: readonly MetricSource[];
  readonly dashboardSources: readonly DashboardSource[];
  readonly rawHandlers: readonly RawHandler[];
  readonly features: readonly string[];
  readonly navItems: readonly NavItem[];
  readonly encryptedColumns: readonly EncryptedColumn[];
  readonly documents: readonly StoredDocuments[];
  readonly followers: readonly FollowerTable[];
  readonly replacements: Host["replacements"];
  readonly #services: Services;
  readonly #marks: OpenTransactions;
  #transactions: Transactions | undefined;
  readonly #started: Plugin[] = [];
  /** Calls of the program, and those that came through a plugin: these go on until the plugins have stopped. */
  readonly #calls = { library: new OpenGate(() => callErrors.INVENTORY_CLOSED({})), plugins: new OpenGate() };
  #stopping: Promise<void> | undefined;

  private constructor(
    options: HostOptions,
    plugins: readonly Plugin[],
    contributions: Contributions,
    services: Services,
    replacements: ReadonlyMap<symbol, Replacement>,
    marks: OpenTransactions,
  ) {
    this.#marks = marks;
    this.version = options.version;
    this.readOnly = options.readOnly;
    this.clock = services.get(CLOCK);
    this.logger = services.get(LOGGER);
    this.replacements = [...replacements].map(([token, { by }]) => ({ service: nameOfToken(token), by }));
    this.operations = contributions.operations;
    this.permissions = contributions.permissions;
    this.events = contributions.events;
    this.errors = contributions.errors;
    this.scanners = contributions.scanners;
    const features = plugins.flatMap((plugin) => [...(plugin.features ?? [])]);
    this.features = [
      ...new Set(contributions.scanners.some(({ isWitness }) => isWitness !== true) ? [...features, "discovery"] : features),
    ].toSorted();
    this.navItems = plugins.flatMap((plugin) => [...(plugin.navItems ?? [])]);
    this.encryptedColumns = plugins.flatMap((plugin) => [...(plugin.encryptedColumns ?? [])]);
    this.followers = plugins.flatMap((plugin) => [...(plugin.model?.followers ?? [])]);
    this.documents = plugins.flatMap((plugin) => [...(plugin.model?.documents ?? [])]);
    this.#services = services;
    const all = <T>(tokens: (plugin: Plugin) => readonly ServiceToken<T>[] | undefined): T[] =>
      plugins.flatMap((plugin) => (tokens(plugin) ?? []).map((token) => services.get(token)));
    this.authenticators = all((plugin) => plugin.authenticators).toSorted((a, b) => b.priority - a.priority);
    [this.userRights] = all((plugin) => (plugin.userRights === undefined ? [] : [plugin.userRights]));
    [this.userProfiles] = all((plugin) => (plugin.userProfiles === undefined ? [] : [plugin.userProfiles]));
    this.healthChecks = all((plugin) => plugin.healthChecks);
    this.dashboardSources = all((plugin) => plugin.dashboardSources);
    this.metricSources = all((plugin) => plugin.metricSources);
    this.rawHandlers = all((plugin) => plugin.rawHandlers);
  }

  /**
   * Checks every plugin before anything is opened, opens storage, starts the plugins.
   * When one fails, those that started are stopped in reverse and storage is closed.
   * @throws the plugin errors; RECORD_INVALID; what opening storage throws; PLUGIN_START_FAILED
   */
  static async start(options: HostOptions): Promise<PluginHost> {
    const plugins = orderPlugins(options.plugins, options.version);
    checkRecords(plugins);
    const contributions = collectContributions(plugins);
    const replacements = replacementsOf(plugins, options.bind);
    const services = new Services(replacements);
    const marks = new OpenTransactions();
    let host: PluginHost | undefined;
    try {
      services.value(CLOCK, options.clock);
      services.value(LOGGER, options.logger);
      services.value(IDS, UUID_V7);
      services.value(SPOOL, options.spool);
      const [clock, logger] = await Promise.all([services.make(CLOCK), services.make(LOGGER), services.make(IDS)]);
      const search = replacements.get(TEXT_SEARCH)?.provider;
      if (search !== undefined) services.provide(search);
      const models = modelsOf(plugins);
      const opened = await options.storage.open({
        models,
        migrate: options.migrate,
        readOnly: options.readOnly,
        clock,
        logger,
        spool: options.spool,
        text: search === undefined ? undefined : await services.make(TEXT_SEARCH),
      });
      const storage = marks.of(opened, options.readOnly);
      services.value(STORAGE, storage, async () => await opened.close());
      await services.make(STORAGE);
      services.value(STORED_MODELS, models);
      if (search === undefined) services.value(TEXT_SEARCH, storage.text);
      options.values?.(services, contributions.events, clock, logger);
      const providers = plugins.flatMap((plugin) => [...(plugin.services ?? [])]);
      for (const provider of providers) services.provide(provider);
      await services.makeAll(providers);
      host = new PluginHost(options, plugins, contributions, services, replacements, marks);
      for (const plugin of plugins) await host.#startPlugin(plugin);
      return host;
    } catch (error) {
      if (host === undefined) await services.dispose(() => {});
      else await host.stop();
      throw error;
    }
  }

  async #startPlugin(plugin: Plugin): Promise<void> {
    try {
      await plugin.start?.(this);
      if (!this.readOnly) await plugin.startWork?.(this);
      this.#started.push(plugin);
    } catch (error) {
      const reason = messageOf(error);
      throw pluginErrors.PLUGIN_START_FAILED({ plugin: plugin.id, reason }, { cause: error });
    }
  }

  /**
   * Refuses calls of the program from now on, waits a bounded time for those that run, stops the plugins in reverse order of
   * the start and closes storage. A plugin that fails to stop does not hold up the rest. Asked again, it is the same stop.
   */
  async stop(): Promise<void> {
    await (this.#stopping ??= this.#stop());
  }

  async #stop(): Promise<void> {
    await this.#calls.library.close(CLOSE_MS);
    this.#transactions?.end();
    for (let plugin = this.#started.pop(); plugin !== undefined; plugin = this.#started.pop()) {
      try {
        await plugin.stop?.(this);
      } catch (error) {
        this.logger.error("a plugin failed to stop", { plugin: plugin.id, error: messageOf(error) });
      }
    }
    await this.#calls.plugins.close(CLOSE_MS);
    await this.#services.dispose((service, error) =>
      this.logger.error("a service could not be disposed of", { service, error: messageOf(error) }),
    );
  }

  get runningCalls(): number {
    return this.#calls.library.running + this.#calls.plugins.running;
  }

  /** For what a program asks beside the operations. @throws INVENTORY_CLOSED once a stop was asked for */
  mustBeOpen(): void {
    this.#calls.library.check();
  }

  /** For what opens transactions beside the operations. @throws INVENTORY_CLOSED, TRANSACTION_OPEN */
  mustBeOutside(): void {
    this.mustBeOpen();
    this.#marks.refuseInside();
  }

  get<T>(token: ServiceToken<T>): T {
    return this.#services.get(token);
  }

  async execute(operation: AnyOperation, input: ExecuteInput, call: CallContext): Promise<ExecuteResult> {
    this.#marks.refuseInside();
    const gate = this.#gateOf(call);
    gate.enter();
    try {
      const result = await executeOperation(this.#services, operation, input, call);
      return call.source === "library" ? countedStream(result, gate) : result;
    } finally {
      gate.leave();
    }
  }

  /** Runs transactions of the program, each of which counts as a call. @throws INVENTORY_CLOSED, TRANSACTION_OPEN */
  async transaction<T>(work: TransactionWork<T>, options: TransactionOptions | undefined, timeoutMs: number): Promise<T> {
    this.#marks.refuseInside();
    this.#transactions ??= new Transactions({
      services: this.#services,
      storage: this.get(STORAGE),
      writes: this.get(WRITES),
      permissions: this.permissions,
    });
    const transactions = this.#transactions;
    return await this.#calls.library.run(async () => await transactions.run(work, options, timeoutMs));
  }

  async dryRun(operation: AnyOperation, input: ExecuteInput, call: CallContext): Promise<DryRun> {
    // What others do is gathered into one transaction with it: rolling back would take theirs along.
    if (!showsChanges(operation)) throw new TypeError(`${operation.id} has no dry run that shows changes`);
    try {
      await this.#gateOf(call).run(async () => await executeOperation(this.#services, operation, input, { ...call, dryRun: true }));
    } catch (error) {
      if (error instanceof DryRunRollback) return visibleDryRun(this.get(PRIVATE_RECORDS), call.principal, error.dryRun);
      throw error;
    }
    return { entries: [], events: [], rows: [] };
  }

  #gateOf(call: CallContext): OpenGate {
    return call.source === "library" ? this.#calls.library : this.#calls.plugins;
  }
}
