import type { Host } from "@cadastre/inventory-core";
import { type JsonSchema, MAX_REQUEST_KEY_LENGTH, SchemaBook } from "@cadastre/inventory-core/protocol";
import { PLAN } from "../request/as-plan.ts";
import { DRY_RUN } from "../request/dry-run.ts";
import { httpErrors } from "../http.errors.ts";
import { commonHeaders, ErrorResponses } from "./error-responses.ts";
import { operationObject } from "./operation-object.ts";
import { rawPaths } from "./raw-route-object.ts";
import { HEALTH_PATH, METRICS_PATH, OPENAPI_PATH, READINESS_PATH, REFERENCE_PATH } from "./system-paths.ts";

/** What a document needs to know of a host. */
export type Described = Pick<Host, "version" | "operations" | "errors" | "rawHandlers">;

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: JsonSchema;
  readonly paths: Record<string, Record<string, JsonSchema>>;
  readonly components: { readonly schemas: Record<string, JsonSchema>; readonly [kind: string]: unknown };
  readonly [key: string]: unknown;
}

const header = (description: string, type: string): JsonSchema => ({ description, schema: { type } });

const HEADERS: JsonSchema = {
  RequestId: header("Identifies the request in the logs; an incoming id is kept", "string"),
  RateLimitLimit: header("Requests per window", "integer"),
  RateLimitRemaining: header("Remaining requests in the window", "integer"),
  RateLimitReset: header("When the window ends, in Unix seconds", "integer"),
  RetryAfter: header("Seconds after which to retry", "integer"),
  Next: header("Cursor of the next page, to be sent as `after`; absent on the last page and without `limit`", "string"),
  Count: header("Number of all records that the filter matches; present with `count=true`", "integer"),
  ETag: header("Entity tag of the record: for If-None-Match and If-Match", "string"),
  IdempotentReplay: header(
    "`true` when this is what an earlier call with the same Idempotency-Key (or key of an allocation) was given",
    "string",
  ),
};

const PARAMETERS: JsonSchema = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "Makes the call safe to repeat: repeating it returns the stored response. Another body or path " +
      "with the same key, or a first call still in progress, is 409 CONFLICT.",
    schema: { type: "string", minLength: 1, maxLength: MAX_REQUEST_KEY_LENGTH, pattern: "^[!-~]+$" },
  },
  DryRun: {
    name: DRY_RUN,
    in: "query",
    required: false,
    description:
      "If true, nothing is changed and the response lists what the call would change. Errors are those of the real " +
      "call. It is a snapshot: nothing is " +
      "reserved.",
    schema: { type: "boolean", default: false },
  },
  AsPlan: {
    name: PLAN,
    in: "query",
    required: false,
    description:
      "If true, nothing is changed: the response is 201 and a plan of the call, to be looked at and applied. Needs plan:create in place " +
      "of the permission of the call.",
    schema: { type: "boolean", default: false },
  },
};

/** The checks of `/readyz` by name. Why one fails is in the log. */
const CHECKS_SCHEMA: JsonSchema = {
  type: "object",
  additionalProperties: {
    type: "object",
    properties: {
      ok: { type: "boolean" },
      code: { type: "string", description: "Code of the error, or FAILED; only where `ok` is false" },
      advisory: {
        type: "boolean",
        description: "If true, the check makes the service degraded, but requests are still served",
      },
    },
    required: ["ok"],
    additionalProperties: false,
  },
};

const READ_ONLY_TEXT = "Present where the server was started read-only: every change is refused with READ_ONLY";

/** The paths that no operation has. */
function systemPaths(host: Described, errors: ErrorResponses): Record<string, Record<string, JsonSchema>> {
  const answer = (description: string, schema: JsonSchema): JsonSchema => ({
    description,
    headers: commonHeaders(),
    content: { "application/json": { schema } },
  });
  const status = (word: string): JsonSchema => ({
    type: "object",
    properties: { status: { const: word } },
    required: ["status"],
    additionalProperties: false,
  });
  const readiness = (...words: readonly string[]): JsonSchema => ({
    type: "object",
    properties: { status: { enum: words }, read_only: { const: true, description: READ_ONLY_TEXT }, checks: CHECKS_SCHEMA },
    required: ["status", "checks"],
  });
  // An error like any other, beside its checks.
  const unready = (): JsonSchema => ({
    ...answer("Not ready: the failed check, or that the server is stopping", {
      allOf: [
        readiness("not ready", "stopping"),
        { type: "object", properties: { code: { const: "UNAVAILABLE" }, error: { type: "string" } }, required: ["code", "error"] },
      ],
    }),
    headers: { ...commonHeaders(), "Retry-After": { $ref: "#/components/headers/RetryAfter" } },
  });
  const error = (code: number, ...codes: readonly string[]): JsonSchema => errors.reference(code, codes);
  const credentials = Object.keys(host.errors).filter((code) => host.errors[code]?.kind === "unauthenticated");
  const failed = error(500, "INTERNAL_ERROR");
  return {
    [HEALTH_PATH]: {
      get: {
        operationId: "system.alive",
        tags: ["system"],
        summary: "Check that the process is up",
        security: [],
        responses: { "200": answer("The process is up", status("ok")), "500": failed },
      },
    },
    [READINESS_PATH]: {
      get: {
        operationId: "system.ready",
        tags: ["system"],
        summary: "Check that requests can be served",
        security: [],
        responses: {
          "200": answer("Ready; `degraded`: ready, but a check needs attention", readiness("ready", "degraded")),
          "500": failed,
          "503": unready(),
        },
      },
    },
    [METRICS_PATH]: {
      get: {
        operationId: "system.metrics",
        tags: ["system"],
        summary: "Metrics in the text format of Prometheus",
        "x-permission": "metrics:read",
        responses: {
          "200": {
            description: "Metrics of the server, its process and its plugins",
            headers: commonHeaders(),
            content: { "text/plain; version=0.0.4": { schema: { type: "string" } } },
          },
          "401": error(401, ...credentials),
          "403": error(403, "FORBIDDEN"),
          "429": error(429, "RATE_LIMIT_EXCEEDED"),
          "500": failed,
          "503": error(503, "UNAVAILABLE"),
        },
      },
    },
    [REFERENCE_PATH]: {
      get: {
        operationId: "system.reference",
        tags: ["system"],
        summary: "API reference page",
        security: [],
        responses: {
          "200": {
            description: "The page, unless it is disabled",
            headers: commonHeaders(),
            content: { "text/html": { schema: { type: "string" } } },
          },
          "404": error(404, "NOT_FOUND"),
          "429": error(429, "RATE_LIMIT_EXCEEDED"),
          "500": failed,
          "503": error(503, "UNAVAILABLE"),
        },
      },
    },
    [OPENAPI_PATH]: {
      get: {
        operationId: "system.openapi",
        tags: ["system"],
        summary: "This document",
        "x-permission": "authenticated",
        responses: {
          "200": answer("OpenAPI 3.1", { type: "object" }),
          "401": error(401, ...credentials),
          "429": error(429, "RATE_LIMIT_EXCEEDED"),
          "500": failed,
          "503": error(503, "UNAVAILABLE"),
        },
      },
    },
  };
}

/**
 * The OpenAPI 3.1 document of a host, read off its operations, and off what its raw handlers tell of themselves.
 * @param basePath under which the host is served
 */
export function openApiDocument({ version, operations, rawHandlers, errors: declared }: Described, basePath = ""): OpenApiDocument {
  // A handler that is embedded has no plugin to declare the errors of the edge.
  const host: Described = { version, operations, rawHandlers, errors: { ...httpErrors.definitions, ...declared } };
  const book = new SchemaBook();
  const errors = new ErrorResponses(host.errors);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of host.operations) {
    (paths[operation.http.path] ??= {})[operation.http.method.toLowerCase()] = operationObject(host, book, errors, operation);
  }
  Object.assign(paths, rawPaths(book, errors, rawHandlers), systemPaths(host, errors));
  const tags = new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags: names }) => names as string[])));
  return {
    openapi: "3.1.1",
    info: {
      title: "Cadastre",
      version: host.version,
      description:
        "Infrastructure inventory and IP address management. Lists are complete unless a page is asked for; errors have one format; " +
        "PUT changes only the keys that are sent.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: basePath === "" ? "/" : basePath }],
    security: [{ bearer: [] }, { cookie: [] }],
    tags: [...tags].toSorted().map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...book.components, ...errors.schemas },
      responses: errors.components,
      headers: HEADERS,
      parameters: PARAMETERS,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "An API key, or an OAuth access token" },
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: "service_session",
          description:
            "The session cookie (`__Host-service_session` over HTTPS). Changes also need the header X-Requested-With: XMLHttpRequest.",
        },
      },
    },
  };
}
