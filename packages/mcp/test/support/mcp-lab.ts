import { authPlugin } from "@cadastre/auth";
import { httpPlugin, type HttpOptions } from "@cadastre/http-h3";
import {
  type Authenticator,
  type Clock,
  createInventory,
  definePlugin,
  type Inventory,
  KeyRing,
  type LoggedEvent,
  type Permission,
  type Plugin,
  provide,
  serviceToken,
  type Storage,
} from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";
import { type OutboundNetwork, webhooksPlugin } from "@cadastre/webhooks";
import {
  type CallToolResult,
  Client,
  type JsonSchemaType,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type McpOptions, mcpPlugin } from "../../src/index.ts";
import { newDatabase } from "../../../../testing/databases.ts";
import type { StorageName } from "../../../../testing/storages.ts";

/** Both revisions that the SDK speaks: with `initialize` and without. */
export const REVISIONS = ["2025-11-25", "2026-07-28"] as const;

/** Lists every tool, with its schemas in full. */
const EVERYTHING = "?toolsets=all&output_schemas=true";

/** Who calls: a built-in role, or `nobody` with valid credentials and no permission. */
export type Role = "admin" | "operator" | "viewer" | "proposer" | "nobody";

// oxlint-disable-next-line typescript/no-explicit-any -- a test looks into any shape
export type Structured = any;

export interface McpLab {
  readonly url: string;
  readonly inventory: Inventory;
  /** Events of this process, as listeners hear them. */
  readonly heard: LoggedEvent[];
  /** A connected client of the official SDK. @param query of the address; all tools with all schemas unless given */
  client(role: Role, revision?: (typeof REVISIONS)[number], query?: string): Promise<Client>;
  /**
   * Calls a tool as a role and gives `structuredContent`, which is held against the tool's output schema and its text; an
   * error result is thrown as {@link ToolFailure}.
   */
  call(role: Role, name: string, args?: Record<string, unknown>): Promise<Structured>;
  /** A raw POST. */
  post(body: string | Uint8Array, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

/** What a tool says went wrong. */
export class ToolFailure extends Error {
  readonly code: string;
  readonly details: Structured;

  constructor({ code, error, details }: { code: string; error: string; details?: Structured }) {
    super(error);
    this.code = code;
    this.details = details;
  }
}

/** Text of the first content block, as JSON; a result with records has the note behind it that they are data. */
export function textOf(result: CallToolResult): Structured {
  const [block] = result.content;
  const isMarked = result.content.length === 2 && result._meta?.["cadastre/content"] === "data-from-outside";
  if ((result.content.length !== 1 && !isMarked) || block?.type !== "text") throw new Error(`one text is due: ${JSON.stringify(result)}`);
  return JSON.parse(block.text);
}

const AUTHENTICATOR = serviceToken<Authenticator>("test-roles");

/** Bearer tokens that are the names of roles. */
function rolesPlugin(permissions: () => readonly Permission[]): Plugin {
  return definePlugin({
    id: "test-roles",
    engine: "*",
    services: [
      provide(AUTHENTICATOR, [], () => ({
        id: "test-roles",
        priority: 1_000,
        authenticate: async ({ headers }) => {
          const role = /^Bearer (admin|operator|viewer|proposer|nobody)$/.exec(headers.get("authorization") ?? "")?.[1];
          if (role === undefined) return null;
          const held = permissions().filter(({ roles }) => roles.some((name) => name === role));
          return {
            kind: "user",
            userId: role,
            username: role,
            permissions: role === "admin" ? "all" : new Set(held.map(({ name }) => name)),
            credential: KEY_CREDENTIAL,
            credentialId: role,
          } as const;
        },
      })),
    ],
    authenticators: [AUTHENTICATOR],
  });
}

async function storageOf(name: StorageName): Promise<{ storage: Storage; drop: () => Promise<void> }> {
  const database = await newDatabase(name);
  return { storage: database.storage(), drop: async () => await database[Symbol.asyncDispose]() };
}

/** Every name leads to this machine, which deliveries are never sent to. */
const NOWHERE: OutboundNetwork = {
  resolve: async () => ["127.0.0.1"],
  dial: () => {
    throw new Error("nothing is to be dialled");
  },
};

const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false, allErrors: true, code: { optimize: false } });
const validators = new Map<string, JsonSchemaValidator<unknown>>();

/** Checks results for clients. A process compiles each schema once, where a client of the SDK compiles all of them for itself. */
const SHARED_VALIDATOR: jsonSchemaValidator = {
  getValidator: <T>(schema: JsonSchemaType) => {
    const text = JSON.stringify(schema);
    const known = validators.get(text);
    if (known !== undefined) return known as JsonSchemaValidator<T>;
    const check = ajv.compile(schema);
    const validator: JsonSchemaValidator<T> = (data) =>
      check(data)
        ? { valid: true, data: data as T, errorMessage: undefined }
        : { valid: false, data: undefined, errorMessage: ajv.errorsText(check.errors) };
    validators.set(text, validator);
    return validator;
  },
};

/** A server on a real socket over an empty inventory, with authentication, webhooks, MCP and HTTP. */
export async function startMcp(
  name: StorageName,
  options: McpOptions = {},
  more: { readonly http?: HttpOptions; readonly plugins?: readonly Plugin[]; readonly clock?: Clock } = {},
): Promise<McpLab> {
  const { storage, drop } = await storageOf(name);
  const http = httpPlugin({ port: 0, rateLimit: { enabled: false }, ...more.http });
  const inventory: Inventory = await createInventory({
    storage,
    ...(more.clock === undefined ? {} : { clock: more.clock }),
    keyRing: KeyRing.parse(KeyRing.generate()),
    plugins: [
      authPlugin({ bcryptCost: 4 }),
      rolesPlugin(() => inventory.host.permissions),
      webhooksPlugin({ deliver: false, network: NOWHERE }),
      ...(more.plugins ?? []),
      mcpPlugin(options),
      http,
    ],
  });
  const heard: LoggedEvent[] = [];
  inventory.events.on("*", (event) => void heard.push(event));
  const url = `${http.server.url}/mcp`;
  const clients = new Map<string, Promise<Client>>();
  let schemas: Promise<Map<string, object>> | undefined;
  const checkOutput = async (tool: string, structured: unknown): Promise<void> => {
    schemas ??= client("admin").then(
      async (admin) => new Map((await admin.listTools()).tools.map(({ name, outputSchema }) => [name, outputSchema as object])),
    );
    const { valid, errorMessage } = SHARED_VALIDATOR.getValidator((await schemas).get(tool) as JsonSchemaType)(structured);
    if (!valid)
      throw new Error(`${tool} answers what its schema does not allow: ${errorMessage} in ${JSON.stringify(structured).slice(0, 500)}`);
  };
  const connect = async (role: Role, revision: string, query: string): Promise<Client> => {
    const client = new Client(
      { name: "test", version: "1.0.0" },
      { versionNegotiation: { mode: revision === "2026-07-28" ? "auto" : "legacy" }, jsonSchemaValidator: SHARED_VALIDATOR },
    );
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${url}${query}`), { requestInit: { headers: { authorization: `Bearer ${role}` } } }),
    );
    return client;
  };
  const client: McpLab["client"] = (role, revision = "2026-07-28", query = EVERYTHING) => {
    const key = `${role} ${revision} ${query}`;
    const known = clients.get(key) ?? connect(role, revision, query);
    clients.set(key, known);
    return known;
  };
  return {
    url,
    inventory,
    heard,
    client,
    call: async (role, tool, args = {}) => {
      const result = await (await client(role)).callTool({ name: tool, arguments: args });
      if (result.isError === true) throw new ToolFailure(textOf(result));
      await checkOutput(tool, result.structuredContent);
      if (JSON.stringify(textOf(result)) !== JSON.stringify(result.structuredContent))
        throw new Error("text and structured content differ");
      return result.structuredContent;
    },
    post: async (body, headers = {}) =>
      await fetch(url, {
        method: "POST",
        headers: {
          authorization: "Bearer admin",
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
        body: body as string,
      }),
    close: async () => {
      for (const one of clients.values()) await (await one).close();
      await inventory.close();
      await drop();
    },
  };
}

/** The failure of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<ToolFailure> {
  const failure = await call.then(
    (value) => new Error(`it should have failed: ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (failure instanceof ToolFailure) return failure;
  throw failure;
}
