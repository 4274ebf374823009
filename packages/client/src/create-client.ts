import type { CallOptions, PagedRecordList, RecordList, Watched } from "./answers/answers.ts";
import type { ClientOptions } from "./client-options.ts";
import type { Calls, DryRunResult, Manifest, Operations } from "./generated/api.ts";
import { ROUTES } from "./generated/routes.ts";
import {
  asDryRun,
  type FieldValues,
  lineOf,
  parseRoute,
  pathParametersOf,
  prepare,
  prepareFields,
  type Route,
  withOwnKey,
} from "./prepared-call.ts";
import { kindsOf, type KindTable } from "./answers/error-kind.ts";
import { readFile, readList, readNothing, readPage, readRecord, readDryRecord, readDryRun } from "./answers/read-answer.ts";
import { streamList } from "./stream-list.ts";
import { Transport } from "./transport.ts";
import { watchEvents } from "./watch-events.ts";

/** What an operation gives back, when which one it is shows only at run time. */
export type AnyAnswer = Promise<unknown> | RecordList<unknown> | Watched<unknown>;

/** What operations take and give back, by id: the form of the generated `Calls`. */
type CallTypes<Types> = { readonly [Id in keyof Types]: { readonly fields: object; readonly answer: AnyAnswer; readonly dryRun?: object } };

/** What the dry run of an operation gives back: the changes, or the record that the call would make. */
type DryRunOf<Call> = Call extends { readonly dryRun: infer Result } ? Result : DryRunResult;

/** Operations by their ids. */
export interface Callable<Types extends CallTypes<Types>> {
  /**
   * Calls an operation by its id, with all its fields by name, those of the path included:
   * `client.call("devices.update", { id, name: "web-02" })`. For programs that are driven by the manifest.
   * @throws TypeError for an operation that the client does not know
   */
  call<Id extends keyof Types>(operation: Id, fields: Types[Id]["fields"], options?: CallOptions): Types[Id]["answer"];
  call(operation: string, fields: FieldValues, options?: CallOptions): AnyAnswer;
  /**
   * Asks what an operation that takes away or overwrites (`destructive` in the manifest) would change, and changes nothing. Of an operation
   * with `dryRun: "record"`, it gives the record that the call would make. What would fail fails.
   * @throws CadastreError VALIDATION_ERROR for any other operation
   */
  dryRun<Id extends keyof Types>(operation: Id, fields: Types[Id]["fields"], options?: CallOptions): Promise<DryRunOf<Types[Id]>>;
  dryRun(operation: string, fields: FieldValues, options?: CallOptions): Promise<DryRunResult>;
}

/** The service as an object: `client.devices.create({ name: "web-01" })`. */
export interface Client extends Operations, Callable<Calls> {}

/** Operations by group and name, each as a line: `racks: { list: "GET /api/racks none list" }`. Generated clients have one. */
export type RouteTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * A client of one server. It holds no connection, and nothing needs to be closed. With the `manifest` of the server it can call what
 * plugins added: by `call`, and as methods that TypeScript does not know (`cadastre client generate` writes a client that it knows).
 * @throws TypeError for an invalid base URL
 * @example
 * const client = createClient({ baseUrl: "https://inventory.example.com", token: process.env.SERVICE_API_TOKEN });
 * for await (const device of client.devices.list({ tags: ["production"] })) console.log(device.name);
 */
export function createClient(options: ClientOptions): Client {
  const { manifest } = options;
  if (manifest === undefined) return clientOf<Client>(ROUTES, options);
  return clientOf<Client>({ ...ROUTES, ...tableOf(manifest) }, options, kindsOf(manifest.errors));
}

/**
 * A client of a table of operations: what `createClient` of a generated client calls.
 * @typeParam Methods the table as methods, with {@link Callable} of the calls
 * @param kinds kinds of codes that the status of an answer does not tell
 * @throws TypeError for an invalid base URL
 */
export function clientOf<Methods>(table: RouteTable, options: ClientOptions, kinds: KindTable = {}): Methods {
  const transport = new Transport(options, kinds);
  const routes = new Map<string, Route>();
  const groups: Record<string, Record<string, (...args: unknown[]) => AnyAnswer>> = {};
  for (const [group, operations] of Object.entries(table)) {
    const methods: (typeof groups)[string] = (groups[group] = {});
    for (const [name, line] of Object.entries(operations)) {
      const route = parseRoute(`${group}.${name}`, line);
      routes.set(route.id, route);
      methods[name] = (...args) => answer(transport, route, ...positional(route, args));
    }
  }
  const routeOf = (operation: string): Route => {
    const route = routes.get(operation);
    if (route === undefined) throw new TypeError(unknownOperation(operation, options.manifest !== undefined));
    return route;
  };
  const call = (operation: string, fields: FieldValues, callOptions?: CallOptions): AnyAnswer =>
    answer(transport, routeOf(operation), fields, callOptions);
  const dryRun = async (operation: string, fields: FieldValues, callOptions?: CallOptions): Promise<unknown> => {
    const route = routeOf(operation);
    return await transport.send(asDryRun(await prepare(route, fields, callOptions)), route.dryRunsRecord ? readDryRecord : readDryRun);
  };
  return { ...groups, call, dryRun } as unknown as Methods;
}

function tableOf({ operations }: Pick<Manifest, "operations">): RouteTable {
  const table: Record<string, Record<string, string>> = {};
  for (const operation of operations) (table[operation.group] ??= {})[operation.name] = lineOf(operation);
  return table;
}

const unknownOperation = (operation: string, hasManifest: boolean): string =>
  hasManifest
    ? `unknown operation ${operation}: the manifest has none; check the id, or read the manifest of the server again`
    : `unknown operation ${operation}: check the id; for one of a plugin create the client with the manifest of the server, as in ` +
      "createClient({ ...options, manifest: await client.manifest.get() }), or with the output of cadastre client generate";

/** Arguments of a method as fields by name: path parameters in order, then the input, then options. */
function positional(route: Route, args: readonly unknown[]): [FieldValues, CallOptions | undefined] {
  const names = pathParametersOf(route);
  const fromPath = Object.fromEntries(names.map((name, index) => [name, args[index]]));
  const rest = args.slice(names.length);
  const items = route.items === undefined ? {} : { items: rest.shift() };
  const input = route.fields === "none" ? undefined : (rest.shift() as FieldValues | undefined);
  return [{ ...input, ...fromPath, ...items }, rest[0] as CallOptions | undefined];
}

function answer(transport: Transport, route: Route, fields: FieldValues, given: CallOptions | undefined): AnyAnswer {
  const options = transport.retry.creations ? withOwnKey(route, given) : given;
  switch (route.answer) {
    case "record":
      return (async () => await transport.send(await prepare(route, fields, options), readRecord))();
    case "empty":
      return (async () => await transport.send(await prepare(route, fields, options), readNothing))();
    case "file":
      return (async () => await transport.send(await prepare(route, fields, options), readFile))();
    case "watch":
      return { [Symbol.asyncIterator]: () => watchEvents(transport, prepareFields(route, fields, options)) };
    case "list":
      return listOf(transport, route, fields, options);
  }
}

function listOf(transport: Transport, route: Route, fields: FieldValues, options: CallOptions | undefined): PagedRecordList<unknown> {
  const whole = async (): Promise<unknown[]> => await transport.send(await prepare(route, fields, options), readList);
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- a list is awaited or iterated
    then: (fulfilled, rejected) => whole().then(fulfilled, rejected),
    [Symbol.asyncIterator]: () => streamList(transport, async () => await prepare(route, fields, options)),
    page: async () => await transport.send(await prepare(route, fields, options), readPage),
  };
}
