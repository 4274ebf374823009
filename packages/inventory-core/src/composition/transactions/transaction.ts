import type { Kysely } from "kysely";
import type { ActingUser } from "../../callers/acting-user.ts";
import type { Principal } from "../../contract/access/principal.ts";
import type { InventoryServices } from "../../contract/generated/api.ts";
import type { AnyOperation } from "../../contract/operations/operation.ts";

/** Services that transactions have. */
const SERVICES = [
  "addresses",
  "allocations",
  "conflicts",
  "datacenters",
  "devices",
  "discoveryRules",
  "fields",
  "networks",
  "pools",
  "relationships",
  "spaces",
] as const satisfies readonly (keyof InventoryServices)[];

/** Their methods that transactions have, by name. */
const METHODS = [
  "allocate",
  "bulkDelete",
  "bulkUpdate",
  "create",
  "createMany",
  "delete",
  "ensure",
  "find",
  "get",
  "history",
  "list",
  "listAll",
  "release",
  "update",
] as const;

type Name = (typeof METHODS)[number];

/** Whether transactions have an operation (decision 0491). */
export function isInTransaction({ id }: AnyOperation): boolean {
  const [service, method] = id.split(".");
  return SERVICES.some((name) => name === service) && METHODS.some((name) => name === method);
}

/** The services of the library inside of a transaction. Their reads see what the transaction wrote; lists are read whole. */
export type TransactionServices = {
  readonly [Service in (typeof SERVICES)[number]]: Pick<InventoryServices[Service], Extract<keyof InventoryServices[Service], Name>>;
};

/** Result of a statement on a {@link TransactionClient}. */
export interface TransactionClientResult {
  /** Rows, by the names of their columns. */
  // oxlint-disable-next-line typescript/no-explicit-any -- rows are what the statement says
  readonly rows: any[];
  /** Number of rows that the statement gave or changed; null where it does neither. */
  readonly rowCount: number | null;
}

/** The client of pg of a transaction, without its other methods: name the type of pg as `Client` to have them. */
export interface TransactionClient {
  /**
   * Runs a statement, with a value for each `$1`, `$2` …
   * @throws the error of pg, TRANSACTION_OPEN, TRANSACTION_CLOSED, TRANSACTION_FAILED
   */
  query(text: string, values?: unknown[]): Promise<TransactionClientResult>;
}

/**
 * A transaction that is open: the services, statements of your own, and nothing else. Calls run one after another. A write that throws ends
 * the transaction, also when it is caught (TRANSACTION_FAILED from then on). After the function has ended, every use is
 * TRANSACTION_CLOSED.
 *
 * @typeParam DB tables of the application, as Kysely takes them
 * @typeParam Client the client of pg, for libraries that want its own type
 */
export interface InventoryTransaction<DB = unknown, Client = TransactionClient> extends TransactionServices {
  /**
   * Statements of your own on the connection of the transaction, by Kysely. `tx.sql.transaction()`, and statements that begin or end
   * a transaction, are TRANSACTION_OPEN.
   */
  readonly sql: Kysely<DB>;
  /**
   * The client of pg that the transaction is open on, for drizzle, MikroORM and others. Name your tables with their schema.
   * @throws TRANSACTION_NO_CLIENT with a storage other than `postgresql(…)`
   */
  readonly client: Client;
  /** The services for a user of your application, with permissions enforced (FORBIDDEN), in the same transaction. */
  as(user: ActingUser | Principal): TransactionServices;
}

/** Options of {@link Inventory.transaction}. */
export interface TransactionOptions {
  /**
   * Longest time in milliseconds, 1–3,600,000, from the locks to the end of the function, by the clock of the system; then
   * everything is rolled back while the function still runs (TOO_MUCH_WORK). The option `writeTimeoutMs` of the inventory unless given;
   * null is no limit.
   */
  readonly timeout?: number | null | undefined;
  /** Ends the transaction: it rolls back and throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}
