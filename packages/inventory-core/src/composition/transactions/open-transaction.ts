import type { Kysely } from "kysely";
import { type ActingUser, principalOf } from "../../callers/acting-user.ts";
import type { Permission } from "../../contract/access/permission.ts";
import type { Principal } from "../../contract/access/principal.ts";
import { SYSTEM } from "../../contract/access/principal.ts";
import { callErrors } from "../../contract/errors/call-errors.ts";
import { invalidField } from "../../contract/errors/validation.ts";
import type { CallOptions } from "../../contract/operations/facade.ts";
import type { AnyOperation, CallContext } from "../../contract/operations/operation.ts";
import { JsonList } from "../../contract/operations/result.ts";
import type { ExecuteInput, ExecuteResult, Host } from "../../contract/plugin.ts";
import type { ComposedChange } from "../../contract/storage/write-path.ts";
import { libraryGroups } from "../core-operations.ts";
import { executeOperation } from "../executor.ts";
import { createFacade } from "../facade.ts";
import type { CallQueue } from "./call-queue.ts";
import { isInTransaction, type TransactionServices } from "./transaction.ts";
import type { TransactionScope } from "./transaction-scope.ts";
import { refuseControl } from "./refuse-control.ts";

/** Options of calls that a transaction has for all of its calls. */
const OF_THE_WHOLE: readonly (keyof CallOptions)[] = ["idempotencyKey", "timeoutMs"];

/** Methods of a client that would end its connection, or give it to others. */
const LIFETIME = new Set<string | symbol>(["release", "end", "connect"]);

/** One transaction for its function: {@link InventoryTransaction}. */
export class OpenTransaction {
  readonly #scope: TransactionScope;
  readonly #change: ComposedChange;
  readonly #queue: CallQueue;
  readonly #permissions: readonly Permission[];
  #sql: Kysely<unknown> | undefined;
  #client: object | undefined;
  /** Whether a write may wait for the end of the change with what reads would see. */
  #isUnsettled = false;

  /** @param permissions of the host, which say what built-in roles hold */
  constructor(scope: TransactionScope, change: ComposedChange, queue: CallQueue, permissions: readonly Permission[]) {
    this.#scope = scope;
    this.#change = change;
    this.#queue = queue;
    this.#permissions = permissions;
    Object.defineProperties(this, Object.getOwnPropertyDescriptors(this.#services(SYSTEM)));
  }

  get sql(): Kysely<unknown> {
    return (this.#sql ??= this.#scope.sqlOf(
      this.#scope.storage.dialect,
      async (sql, params) => await this.#statement(sql, async () => await this.#change.native(sql, params)),
    ));
  }

  get client(): object {
    const { client } = this.#change;
    if (client === undefined) throw callErrors.TRANSACTION_NO_CLIENT({});
    return (this.#client ??= this.#guarded(client));
  }

  as(user: ActingUser | Principal): TransactionServices {
    return this.#services(principalOf(user, this.#permissions));
  }

  /** The services of a caller, each made when it is first asked for. */
  #services(principal: Principal): TransactionServices {
    const host: Pick<Host, "execute"> = { execute: async (operation, input, call) => await this.#execute(operation, input, call) };
    const services = {};
    for (const [name, group] of Object.entries(libraryGroups)) {
      let facade: object | undefined;
      Object.defineProperty(services, name, {
        configurable: true,
        enumerable: true,
        get: () => (facade ??= createFacade(host, group, principal)),
      });
    }
    return services as TransactionServices;
  }

  async #execute(operation: AnyOperation, input: ExecuteInput, call: CallContext): Promise<ExecuteResult> {
    if (!isInTransaction(operation)) throw callErrors.NOT_IN_TRANSACTION({ method: operation.id });
    const option = OF_THE_WHOLE.find((name) => call[name] !== undefined);
    if (option !== undefined) throw invalidField(option, "is not an option inside of a transaction, whose calls happen all or not at all");
    const isRead = operation.http.method === "GET";
    return await this.#queue.run(isRead ? "read" : "write", async () => {
      if (isRead) await this.#settle();
      this.#isUnsettled ||= !isRead;
      const result = await executeOperation(this.#scope.services, operation, input, this.#change.ownPart(call));
      if (result.kind !== "list") return result;
      const pages = await Array.fromAsync(result.value.pages);
      return { kind: "list", value: new JsonList(eachOf(pages), result.value.place) };
    });
  }

  /** Runs a statement of the application. @throws TRANSACTION_OPEN for one that begins or ends a transaction */
  async #statement<T>(sql: unknown, run: () => Promise<T>): Promise<T> {
    return await this.#queue.run("write", async () => {
      if (typeof sql === "string") refuseControl(sql);
      await this.#settle();
      return await run();
    });
  }

  /** A client of pg that takes statements until the transaction ends, and none that ends it. */
  #guarded(client: object): object {
    const query = (client as { query: (...args: readonly unknown[]) => unknown }).query.bind(client);
    const checked = (...args: readonly unknown[]): unknown => {
      const [first] = args;
      const text = typeof first === "string" ? first : (first as { readonly text?: unknown } | undefined)?.text;
      const answersOtherwise = typeof args.at(-1) === "function" || (typeof first === "object" && first !== null && "submit" in first);
      if (answersOtherwise) throw callErrors.TRANSACTION_OPEN({ what: "a query with a callback, and a cursor," });
      return this.#statement(text, async () => await query(...args));
    };
    return new Proxy(client, {
      get: (target, name) => {
        if (name === "query") return checked;
        if (LIFETIME.has(name)) return undefined;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
  }

  async #settle(): Promise<void> {
    if (!this.#isUnsettled) return;
    this.#isUnsettled = false;
    await this.#change.settleParts();
  }
}

async function* eachOf<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}
