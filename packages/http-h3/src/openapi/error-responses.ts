import type { AnyOperation, Host } from "@cadastre/inventory-core";
import { COMMON_FAILURES, failureCodesOf, type JsonSchema, statusOfCode } from "@cadastre/inventory-core/protocol";

type Errors = Host["errors"];

/** Each field that is wrong, by its path. */
const FIELD_PROBLEMS: JsonSchema = {
  type: "object",
  minProperties: 1,
  additionalProperties: {
    type: "object",
    properties: { field: { type: "string" }, message: { type: "string", minLength: 1 } },
    required: ["field", "message"],
    additionalProperties: false,
  },
};

/** The body of every error (docs/spec/errors.md#error-body). VALIDATION_ERROR has details, and some others may. */
export const ERROR_SCHEMA: JsonSchema = {
  type: "object",
  description: "Format of every error. `code` is stable; `error` is a message for humans.",
  properties: {
    code: { type: "string", pattern: "^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$" },
    error: { type: "string", minLength: 1 },
    details: {
      type: "object",
      description:
        "For VALIDATION_ERROR: the invalid fields by path (`addresses[0].ip`). For CONFLICT, where there is more information than " +
        "the message: the conflicting records (`device_id`, `released`, `allocations`). For PREFIX_NOT_AVAILABLE: the `largest` free " +
        "block, null for none, beside what was asked for (`subnet`, `length`, `count`). For IP_NOT_AVAILABLE, where addresses were " +
        "passed over that nobody holds: the first of them (`skipped`)",
    },
  },
  required: ["code", "error"],
  additionalProperties: false,
  if: { properties: { code: { const: "VALIDATION_ERROR" } } },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ["details"], properties: { details: FIELD_PROBLEMS } },
  // No boolean schema: generators of clients do not read them.
  else: {
    if: { properties: { code: { enum: ["CONFLICT", "PREFIX_NOT_AVAILABLE", "IP_NOT_AVAILABLE"] } } },
    else: { not: { properties: { details: {} }, required: ["details"] } },
  },
};

/** All codes that an operation can give, with their statuses. */
function codesOf(host: Pick<Host, "operations" | "errors">, operation: AnyOperation): readonly (readonly [status: number, code: string])[] {
  const rows = failureCodesOf(host, operation).map(
    (code) => [statusOfCode({ code, kind: host.errors[code]?.kind ?? "internal" }), code] as const,
  );
  const hasBody = operation.body !== undefined || operation.items !== undefined;
  return !hasBody ? rows : [...rows, [413, "INVALID_INPUT"], [415, "INVALID_INPUT"]];
}

/** `DEVICE_NOT_FOUND` as `DeviceNotFound`. */
const wordsOf = (code: string): string => code.toLowerCase().replaceAll(/(?:^|_)([a-z0-9])/g, (_, first: string) => first.toUpperCase());

/** Codes as one name, which generated clients show: `ExpiredKeyOrUnauthorized`. */
const nameOf = (codes: readonly string[]): string => codes.map(wordsOf).join("Or");

/**
 * The error responses of a document: each pair of a status and its codes is written once, as a component, and so is the
 * schema of its body, or generators would make a type of their own for each operation and status.
 */
export class ErrorResponses {
  readonly components: Record<string, JsonSchema> = {};
  /** Bodies of the responses, for the schemas of the document. */
  readonly schemas: Record<string, JsonSchema> = { Error: ERROR_SCHEMA };
  readonly #errors: Errors;

  constructor(errors: Errors) {
    this.#errors = errors;
  }

  /** A reference to the response with an error body that has one of the codes. */
  reference(status: number, given: readonly string[]): JsonSchema {
    const codes = given.toSorted();
    // Generators in Go have one space of names for responses and schemas.
    const name = `Response${status}${nameOf(codes)}`;
    this.components[name] ??= this.#response(status, codes);
    return { $ref: `#/components/responses/${name}` };
  }

  /** The error responses of an operation, by status. */
  of(host: Pick<Host, "operations" | "errors">, operation: AnyOperation): Record<string, JsonSchema> {
    return this.#byStatus(codesOf(host, operation));
  }

  /** The responses with these codes and those that anything may have, by status. */
  with(codes: readonly string[]): Record<string, JsonSchema> {
    return this.#byStatus(
      [...new Set([...COMMON_FAILURES, ...codes])].map((code) => [
        statusOfCode({ code, kind: this.#errors[code]?.kind ?? "internal" }),
        code,
      ]),
    );
  }

  #byStatus(codes: readonly (readonly [status: number, code: string])[]): Record<string, JsonSchema> {
    const byStatus = new Map<number, string[]>();
    for (const [status, code] of codes) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    const sorted = [...byStatus].toSorted(([a], [b]) => a - b);
    return Object.fromEntries(sorted.map(([status, codes]) => [String(status), this.reference(status, codes)]));
  }

  #response(status: number, codes: readonly string[]): JsonSchema {
    return {
      description: codes.map((code) => `\`${code}\`: ${whenOf(this.#errors, status, code)}`).join("\n\n"),
      headers: {
        ...commonHeaders(),
        ...(status === 429 || status === 503 ? { "Retry-After": { $ref: "#/components/headers/RetryAfter" } } : {}),
      },
      content: {
        "application/json": { schema: { $ref: `#/components/schemas/${this.#bodyOf(codes)}` } },
      },
    };
  }

  #bodyOf(codes: readonly string[]): string {
    const name = nameOf(codes).replace(/(?:Error)?$/, "Error");
    this.schemas[name] ??= {
      allOf: [
        { $ref: "#/components/schemas/Error" },
        { type: "object", properties: { code: { type: "string", enum: codes } }, required: ["code"] },
      ],
    };
    return name;
  }
}

function whenOf(errors: Errors, status: number, code: string): string {
  if (code === "INVALID_INPUT" && status === 413) return "the body is too large";
  if (code === "INVALID_INPUT" && status === 415) return "the body is not application/json";
  return errors[code]?.when ?? "";
}

/** The headers of every answer. */
export function commonHeaders(): JsonSchema {
  return {
    "X-Request-Id": { $ref: "#/components/headers/RequestId" },
    "X-RateLimit-Limit": { $ref: "#/components/headers/RateLimitLimit" },
    "X-RateLimit-Remaining": { $ref: "#/components/headers/RateLimitRemaining" },
    "X-RateLimit-Reset": { $ref: "#/components/headers/RateLimitReset" },
  };
}
