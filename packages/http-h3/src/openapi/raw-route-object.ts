import type { RawAnswer, RawHandler, RawRoute } from "@cadastre/inventory-core";
import type { JsonSchema, SchemaBook } from "@cadastre/inventory-core/protocol";
import { commonHeaders, type ErrorResponses } from "./error-responses.ts";
import { queryParameters } from "./operation-object.ts";

/** Paths that raw handlers tell of themselves, as OpenAPI writes them. */
export function rawPaths(
  book: SchemaBook,
  errors: ErrorResponses,
  handlers: readonly RawHandler[],
): Record<string, Record<string, JsonSchema>> {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const handler of handlers) {
    for (const route of handler.routes ?? [])
      (paths[route.path] ??= {})[route.method.toLowerCase()] = rawRouteObject(book, errors, handler, route);
  }
  return paths;
}

function rawRouteObject(book: SchemaBook, errors: ErrorResponses, { access, limit }: RawHandler, route: RawRoute): JsonSchema {
  const parameters = queryParameters(book, route.query);
  const own = Object.entries(route.answers).map(([status, answer]) => [status, answerObject(book, answer)]);
  return {
    operationId: route.id,
    tags: [route.id.slice(0, route.id.lastIndexOf("."))],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(access === "public" ? { security: [] } : { "x-permission": access }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: true, content: { [route.body.type]: { schema: book.input(route.body.schema) } } } }),
    responses: {
      ...errors.with([...(route.errors ?? []), ...(limit === "login" ? ["LOGIN_RATE_LIMIT_EXCEEDED"] : [])]),
      ...Object.fromEntries(own),
    },
  };
}

function answerObject(book: SchemaBook, { description, content, headers = {} }: RawAnswer): JsonSchema {
  const named = Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [name, { description: text, schema: { type: "string" } }]),
  );
  return {
    description,
    headers: { ...commonHeaders(), ...named },
    // The standards of such paths let an answer hold more than is known here.
    ...(content === undefined
      ? {}
      : { content: Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema: book.input(schema) }])) }),
  };
}
