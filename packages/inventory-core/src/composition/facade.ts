import type { CallOptions, Facade, GivenItems, Page, PagedRecordList } from "../contract/operations/facade.ts";
import { type AnyOperation, type CallContext, parametersOf } from "../contract/operations/operation.ts";
import type { ExecuteResult, Host } from "../contract/plugin.ts";
import type { Principal } from "../contract/access/principal.ts";
import type { JsonList } from "../contract/operations/result.ts";
import { eachWithCallerFrames, withCallerFrames } from "./calls/caller-frames.ts";
import { checkInput, checkItem, checkOptions, inputOfKey, recordsOf } from "./calls/check-arguments.ts";
import { pathArguments } from "./calls/path-arguments.ts";

/** Makes the list of a call lazy: it runs when it is awaited or iterated. */
class LazyList<T> implements PagedRecordList<T> {
  readonly #run: () => Promise<JsonList<T>>;
  readonly #signal: AbortSignal | undefined;

  constructor(run: () => Promise<JsonList<T>>, signal: AbortSignal | undefined) {
    this.#run = run;
    this.#signal = signal;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- awaiting the list is what it is for
  then<A = T[], B = never>(
    done?: ((value: T[]) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): PromiseLike<A | B> {
    return withCallerFrames(async () => (await this.#read()).items, this.#signal).then(done, failed);
  }

  page(): Promise<Page<T>> {
    return withCallerFrames(async () => await this.#read(), this.#signal);
  }

  [Symbol.asyncIterator](): AsyncGenerator<T> {
    return eachWithCallerFrames(async () => (await this.#run()).records(), this.#signal);
  }

  async #read(): Promise<Page<T>> {
    const items: T[] = [];
    const { pages, place } = await this.#run();
    for await (const page of pages) for (const text of page) items.push(JSON.parse(text) as T);
    return { items, next: place.next, count: place.count };
  }
}

/** The value of a result that is no list and no watch, or a promise of it. */
function valueOf(result: ExecuteResult): unknown {
  if (result.kind === "file") return result.value;
  if (result.kind === "list-record") return result.value.inPieces().parse();
  if (result.kind === "long-record") return result.value.parse();
  return result.kind === "record" ? result.value.parse() : undefined;
}

/** The values of a body of many, each with its names checked. */
async function* checkedItems(operation: AnyOperation, group: object, items: GivenItems<unknown>): AsyncGenerator<unknown> {
  const of = Object.values(group) as readonly AnyOperation[];
  const creation = of.find(({ body }) => body !== undefined && body === operation.items?.item);
  const [record] = creation === undefined ? [] : recordsOf(creation);
  let index = 0;
  for await (const item of items) {
    checkItem(operation, record, item, index);
    yield item;
    index += 1;
  }
}

/** An operation, and what its method is given. */
interface AskedOperation {
  readonly operation: AnyOperation;
  readonly parameters: readonly string[];
  readonly takesInput: boolean;
  readonly takesItems: boolean;
}

const askedOf = (operation: AnyOperation): AskedOperation => ({
  operation,
  parameters: parametersOf(operation.http.path),
  takesInput: operation.body !== undefined || operation.query !== undefined,
  takesItems: operation.items !== undefined,
});

type Methods = Record<string, (...args: readonly unknown[]) => unknown>;

/** The operations of a group as methods, called in the name of `principal`. */
export function createFacade<Group extends object>(host: Pick<Host, "execute">, group: Group, principal: Principal): Facade<Group> {
  const methods: Methods = {};
  for (const name of Object.keys(group)) {
    // Operations of declared kinds make their schemas when they are first called.
    let asked: AskedOperation | undefined;
    methods[name] = (...args) => {
      const { operation, parameters, takesInput, takesItems } = (asked ??= askedOf(group[name as keyof Group] as AnyOperation));
      const { key } = operation;
      const rest = args.slice(parameters.length);
      const items = takesItems ? (rest.shift() as GivenItems<unknown>) : [];
      const given = takesInput ? rest.shift() : undefined;
      const more = key === undefined ? undefined : rest.shift();
      const options = (rest[0] ?? {}) as CallOptions;
      const call: CallContext = {
        principal,
        source: "library",
        signal: options.signal,
        ifMatch: options.ifMatch,
        idempotencyKey: options.idempotencyKey,
        timeoutMs: options.timeoutMs,
      };
      const run = async () => {
        const params = pathArguments(operation, parameters, args);
        checkOptions(operation, rest[0]);
        if (key === undefined) checkInput(operation, given);
        const input = key === undefined ? (given ?? {}) : inputOfKey({ ...operation, key }, given, more);
        const each = () => checkedItems(operation, group, items);
        const body = async (): Promise<unknown> => (takesItems ? await Array.fromAsync(each()) : input);
        const received = async () => ({ values: each(), bytes: 0 });
        return await host.execute(operation, { params, query: input, body, items: received }, call);
      };
      if (operation.output.kind === "list") {
        return new LazyList(async () => {
          const result = await run();
          if (result.kind !== "list") throw new TypeError(`${operation.id} is not a list`);
          return result.value;
        }, call.signal);
      }
      if (operation.output.kind === "watch") {
        const { endless } = operation.output;
        return eachWithCallerFrames(async () => {
          const result = await run();
          if (result.kind !== "watch") throw new TypeError(`${operation.id} is not watched`);
          return endless === true ? result.value.streamedRecords() : result.value.records();
        }, call.signal);
      }
      return withCallerFrames(async () => valueOf(await run()), call.signal);
    };
  }
  return methods as unknown as Facade<Group>;
}
