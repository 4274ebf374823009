import type { CallOptions, Facade, RecordList } from "../contract/operations/facade.ts";
import { type AnyOperation, type CallContext, parametersOf } from "../contract/operations/operation.ts";
import type { ExecuteResult, Host } from "../contract/plugin.ts";
import type { Principal } from "../contract/access/principal.ts";
import type { JsonList } from "../contract/operations/result.ts";
import { invalidField } from "../contract/errors/validation.ts";
import { objectOf } from "../contract/operations/json-schema.ts";
import { eachWithCallerFrames, withCallerFrames } from "./calls/caller-frames.ts";
import { pathArguments } from "./calls/path-arguments.ts";

/** Makes the list of a call lazy: it runs when it is awaited or iterated. */
class LazyList<T> implements RecordList<T> {
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
    return withCallerFrames(async () => await this.#all(), this.#signal).then(done, failed);
  }

  [Symbol.asyncIterator](): AsyncGenerator<T> {
    return eachWithCallerFrames(async () => (await this.#run()).records(), this.#signal);
  }

  async #all(): Promise<T[]> {
    const all: T[] = [];
    for await (const page of (await this.#run()).pages) for (const text of page) all.push(JSON.parse(text) as T);
    return all;
  }
}

/** The value of a result that is no list and no watch, or a promise of it. */
function valueOf(result: ExecuteResult): unknown {
  if (result.kind === "file") return result.value;
  if (result.kind === "list-record") return result.value.inPieces().parse();
  if (result.kind === "long-record") return result.value.parse();
  return result.kind === "record" ? result.value.parse() : undefined;
}

/** Options of a call. A call that has one of these in its input, where its operation has no such field, was meant to pass it last. */
const OPTIONS: Readonly<Record<keyof CallOptions, true>> = { signal: true, ifMatch: true, idempotencyKey: true, timeoutMs: true };

/** @throws VALIDATION_ERROR for an option of calls among the fields of the input: `devices.list({ signal })` */
function checkInput(operation: AnyOperation, input: unknown): void {
  if (typeof input !== "object" || input === null) return;
  for (const name in OPTIONS) {
    if (!Object.hasOwn(input, name) || Object.hasOwn(objectOf(operation.body ?? operation.query)?.shape ?? {}, name)) continue;
    throw invalidField(name, `is an option: pass it after the input, as in ${operation.id}({}, { ${name} })`);
  }
}

async function* eachOf(items: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<unknown> {
  yield* items;
}

type Methods = Record<string, (...args: readonly unknown[]) => unknown>;

/** The operations of a group as methods, called in the name of `principal`. */
export function createFacade<Group extends object>(host: Pick<Host, "execute">, group: Group, principal: Principal): Facade<Group> {
  const methods: Methods = {};
  for (const [name, operation] of Object.entries(group) as [string, AnyOperation][]) {
    const parameters = parametersOf(operation.http.path);
    const takesInput = operation.body !== undefined || operation.query !== undefined;
    const takesItems = operation.items !== undefined;
    methods[name] = (...args) => {
      const rest = args.slice(parameters.length);
      const items = takesItems ? (rest.shift() as Iterable<unknown> | AsyncIterable<unknown>) : [];
      const input = takesInput ? rest.shift() : undefined;
      const options = (rest[0] ?? {}) as CallOptions;
      const call: CallContext = {
        principal,
        source: "library",
        signal: options.signal,
        ifMatch: options.ifMatch,
        idempotencyKey: options.idempotencyKey,
        timeoutMs: options.timeoutMs,
      };
      const body = async (): Promise<unknown> => (takesItems ? await Array.fromAsync(items) : (input ?? {}));
      const run = async () => {
        const params = pathArguments(operation, parameters, args);
        checkInput(operation, input);
        const received = async () => ({ values: eachOf(items), bytes: 0 });
        return await host.execute(operation, { params, query: input ?? {}, body, items: received }, call);
      };
      if (operation.output.kind === "list") {
        return new LazyList(async () => {
          const result = await run();
          if (result.kind !== "list") throw new TypeError(`${operation.id} is not a list`);
          return result.value;
        }, call.signal);
      }
      if (operation.output.kind === "watch") {
        return eachWithCallerFrames(async () => {
          const result = await run();
          if (result.kind !== "watch") throw new TypeError(`${operation.id} is not watched`);
          return result.value.records();
        }, call.signal);
      }
      return withCallerFrames(async () => valueOf(await run()), call.signal);
    };
  }
  return methods as unknown as Facade<Group>;
}
