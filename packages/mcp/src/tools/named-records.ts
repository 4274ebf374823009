import { type CallContext, coreErrors, type Host, invalidField, isInventoryError, type RecordName } from "@cadastre/inventory-core";
import { type JsonSchema, REFERS_TO } from "@cadastre/inventory-core/protocol";
import { mayUse } from "./tool-rule.ts";
import type { OperationTool } from "./operation-tool.ts";
import type { ToolCatalogue } from "./tool-catalogue.ts";

type Given = Readonly<Record<string, unknown>>;

/** What is no name: an id, the `id` of what a step of a plan makes, nothing, and the address space of those in none. */
const NO_NAME = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\$\d+\..*|none|)$/i;

const FORBIDDEN = coreErrors.FORBIDDEN({ permission: "" }).code;

/** Names that are looked up for one call: each is a read. */
const MAX_LOOK_UPS = 50;

/** Records that are told where a name means several. */
const MAX_CHOICES = 10;

/** Names, subnets, host names and addresses where ids are asked for, as far as the caller may list the records. */
export class NamedRecords {
  readonly #host: Host;
  readonly #tools: ToolCatalogue;

  constructor(host: Host, tools: ToolCatalogue) {
    this.#host = host;
    this.#tools = tools;
  }

  /**
   * The arguments of a call with ids in place of names, also those in the steps of a plan. What means no record stays, and is refused
   * as an id is that does not exist.
   * @throws VALIDATION_ERROR for what means several, naming them
   */
  async withIds(tool: OperationTool, given: Given, call: CallContext): Promise<Given> {
    // Whoever may not call it learns of no name.
    if (!mayUse(call.principal, tool.operation)) return given;
    const look = this.#lookUp(call);
    const named = (await withIds(tool.input, given, "", look)) as Given;
    const { steps } = named;
    if (tool.operation.id !== "plans.create" || !Array.isArray(steps)) return named;
    const written: unknown[] = [];
    for (const [index, step] of steps.entries()) written.push(await this.#step(step, `steps[${index}]`, look));
    return { ...named, steps: written };
  }

  async #step(step: unknown, at: string, look: LookUp): Promise<unknown> {
    if (!isObject(step)) return step;
    const { operation, params, body } = step;
    const tool = typeof operation === "string" ? this.#tools.ofOperation(operation) : undefined;
    if (tool === undefined) return step;
    return {
      ...step,
      ...(params === undefined ? {} : { params: await withIds(tool.input, params, `${at}.params`, look) }),
      ...(body === undefined ? {} : { body: await withIds(tool.input, body, `${at}.body`, look) }),
    };
  }

  /** Looks each name up once. */
  #lookUp(call: CallContext): LookUp {
    const known = new Map<string, readonly RecordName[]>();
    return async (type, text, at) => {
      const key = `${type} ${text}`;
      if (!known.has(key)) {
        if (known.size === MAX_LOOK_UPS) throw invalidField(at, `must be an id: at most ${MAX_LOOK_UPS} names are looked up for one call`);
        known.set(key, await this.#find(type, text, call));
      }
      const [only, ...others] = known.get(key) ?? [];
      if (only === undefined) return text;
      if (others.length > 0) throw invalidField(at, `means several records, give the id of one: ${choicesOf([only, ...others])}`);
      return only.id;
    };
  }

  async #find(type: string, text: string, call: CallContext): Promise<readonly RecordName[]> {
    const operation = this.#host.operations.find(({ id }) => id === "names.find");
    if (operation === undefined) return [];
    try {
      const result = await this.#host.execute(operation, { params: {}, query: { text, type: [type] }, body: async () => ({}) }, call);
      if (result.kind !== "list") return [];
      const found: RecordName[] = [];
      for await (const page of result.value.pages) for (const record of page) found.push(JSON.parse(record) as RecordName);
      return found;
    } catch (error) {
      // Names of what they may not list are none to them, and some kinds of record have no names.
      if (isInventoryError(error) && (error.code === FORBIDDEN || error.kind === "invalid")) return [];
      throw error;
    }
  }
}

type LookUp = (kind: string, text: string, at: string) => Promise<string>;

/** A value with ids in place of names wherever its schema refers to records. */
async function withIds(schema: JsonSchema, value: unknown, at: string, look: LookUp): Promise<unknown> {
  const kind = schema[REFERS_TO];
  if (typeof value === "string") return typeof kind === "string" && isName(value) ? await look(kind, value, at) : value;
  if (typeof value !== "object" || value === null) return value;
  const options = [schema, ...((schema["anyOf"] ?? []) as readonly JsonSchema[])];
  if (Array.isArray(value)) {
    const items = options.map((option) => option["items"]).find(isObject);
    if (items === undefined && typeof kind !== "string") return value;
    const item = { ...items, ...(typeof kind === "string" ? { [REFERS_TO]: kind } : {}) };
    const written: unknown[] = [];
    for (const [index, entry] of value.entries()) written.push(await withIds(item, entry, `${at}[${index}]`, look));
    return written;
  }
  const properties = options.map((option) => option["properties"]).find(isObject);
  if (properties === undefined) return value;
  const written: [string, unknown][] = [];
  for (const [name, entry] of Object.entries(value)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    written.push([name, isObject(property) ? await withIds(property, entry, at === "" ? name : `${at}.${name}`, look) : entry]);
  }
  return Object.fromEntries(written);
}

const isObject = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null && !Array.isArray(value);

/** Longer texts than names are, and what no storage takes, mean nothing. */
const isName = (text: string): boolean => text.length <= 1024 && !NO_NAME.test(text) && !text.includes("\u0000");

const choicesOf = (found: readonly RecordName[]): string =>
  [
    ...found.slice(0, MAX_CHOICES).map(({ id, name, detail, network, datacenter, space }) => {
      const place = [detail, network, datacenter, space].filter((text) => text !== null && text !== "").join(", ");
      return `${id} (${name}${place === "" ? "" : `, ${place}`})`;
    }),
    ...(found.length > MAX_CHOICES ? [`and ${found.length - MAX_CHOICES} more`] : []),
  ].join("; ");
