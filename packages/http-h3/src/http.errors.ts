import { defineErrors, type DetailsOf, type ErrorKind, errorOf, InventoryError } from "@cadastre/inventory-core";

/** Errors that only the HTTP edge gives. */
export const httpErrors = defineErrors({
  CSRF_FAILED: errorOf(
    "forbidden",
    "a change made with a session cookie lacks the X-Requested-With header, or comes from another site",
    (d: { reason: string }) => d.reason,
  ),
  METHOD_NOT_ALLOWED: errorOf(
    "invalid",
    "the path is known and does not take this method; Allow lists those it takes",
    (d: { method: string; allow: string }) => `this path does not take ${d.method}; it takes ${d.allow}`,
  ),
  BODY_ALREADY_READ: errorOf(
    "internal",
    "the application that Cadastre is embedded in read the body of a request and left nothing of it",
    (_: Record<never, never>) =>
      "the application read the body of this request and left nothing of it: give the request to Cadastre before the body is read, " +
      "or leave the parsed body on req.body",
  ),
  REQUEST_TIMEOUT: errorOf(
    "timeout",
    "the request arrived too slowly: its headers, or its body below 16 KiB/s over 20 s",
    (d: { reason: string }) => `${d.reason}; send it again over a faster connection, or in parts`,
  ),
  RATE_LIMIT_EXCEEDED: errorOf(
    "rate-limited",
    "the client exceeded its request limit, its limit of concurrent lists, or its work budget",
    (d: { seconds: number; reason?: string }) => `${d.reason ?? "too many requests"}; retry in ${d.seconds} s`,
  ),
  TOO_MANY_STREAMS: errorOf(
    "rate-limited",
    "the caller has reached the limit of open event streams",
    (d: { max: number }) =>
      `limit of ${d.max} open event streams per caller reached: close one, or read several kinds of events from one stream`,
  ),
  LOGIN_RATE_LIMIT_EXCEEDED: errorOf(
    "rate-limited",
    "the address exceeded the limit of login attempts",
    (d: { seconds: number }) => `too many login attempts; retry in ${d.seconds} s`,
  ),
  HTTP_ROUTE_WITHOUT_ACCESS: errorOf(
    "invalid",
    "a route does not declare the access it requires, so it is not served",
    (d: { route: string }) => `${d.route} does not declare its access: set a permission, "authenticated" or "public"`,
  ),
  HTTP_UNDECLARED_ERROR: errorOf(
    "invalid",
    "an operation lists an error code that is not declared",
    (d: { operation: string; code: string }) =>
      `operation ${d.operation} lists the error ${d.code}, which is not declared: declare it with defineErrors and add it to the plugin`,
  ),
  HTTP_BASE_PATH_TAKEN: errorOf(
    "invalid",
    "the base path collides with a path of the server",
    (d: { basePath: string; path: string }) =>
      `the base path ${d.basePath} collides with ${d.path}, a path of the server: ` + `choose another, such as /ipam`,
  ),
  HTTP_LISTEN_FAILED: errorOf(
    "unavailable",
    "the server cannot listen on the configured address",
    (d: { where: string; reason: string }) => `cannot listen on ${d.where}: ${d.reason}`,
  ),
  HTTP_NOT_LISTENING: errorOf(
    "unavailable",
    "the address of the server was read before it started or after it stopped",
    (_: Record<never, never>) => "the server is not listening: start the inventory that has this plugin first",
  ),
});

declare module "@cadastre/inventory-core" {
  interface ErrorDetails extends DetailsOf<typeof httpErrors> {}
}

/** NOT_FOUND for what is not under the base path, for whoever looks for the server there. */
export function outsideBasePath(basePath: string): Error {
  return new InventoryError({
    code: "NOT_FOUND",
    kind: "not-found",
    message: `not found: this server is served under ${basePath}`,
    details: { what: "path" },
  });
}

/** INVALID_INPUT of a kind that only HTTP tells apart (a body too large, a content type that is not JSON). */
export function invalidInput(kind: Extract<ErrorKind, "invalid" | "too-large" | "unsupported-type">, message: string): Error {
  return new InventoryError({ code: "INVALID_INPUT", kind, message, details: { reason: message } });
}
