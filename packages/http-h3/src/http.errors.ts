import { defineErrors, type ErrorKind, errorOf, InventoryError } from "@cadastre/inventory-core";

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
  RATE_LIMIT_EXCEEDED: errorOf(
    "rate-limited",
    "the client made more requests than its window allows, reads too many lists at once, or asks for more work than one client may",
    (d: { seconds: number; reason?: string }) => `${d.reason ?? "too many requests"}; try again in ${d.seconds} s`,
  ),
  TOO_MANY_STREAMS: errorOf(
    "rate-limited",
    "the caller has as many event streams open as one may have",
    (d: { max: number }) =>
      `you have ${d.max} event streams open, the most that a caller may have: close one, or read several kinds of events from one stream`,
  ),
  LOGIN_RATE_LIMIT_EXCEEDED: errorOf(
    "rate-limited",
    "the address made more login attempts than its window allows",
    (d: { seconds: number }) => `too many login attempts; try again in ${d.seconds} s`,
  ),
  HTTP_ROUTE_WITHOUT_ACCESS: errorOf(
    "invalid",
    "a route does not say what access it needs, so it is not served",
    (d: { route: string }) => `${d.route} does not say what access it needs: name a permission, "authenticated" or "public"`,
  ),
  HTTP_UNDECLARED_ERROR: errorOf(
    "invalid",
    "an operation lists an error code that nobody declares",
    (d: { operation: string; code: string }) =>
      `operation ${d.operation} lists the error ${d.code}, which nobody declares: declare it with defineErrors and give it to the plugin`,
  ),
  HTTP_BASE_PATH_TAKEN: errorOf(
    "invalid",
    "the base path begins like a path of the server itself",
    (d: { basePath: string; path: string }) =>
      `the base path ${d.basePath} begins like ${d.path}, a path of the server itself, so that requests could not be told apart: ` +
      `choose another, such as /ipam`,
  ),
  HTTP_LISTEN_FAILED: errorOf(
    "unavailable",
    "the server cannot listen where it was told to",
    (d: { where: string; reason: string }) => `cannot listen on ${d.where}: ${d.reason}`,
  ),
  HTTP_NOT_LISTENING: errorOf(
    "unavailable",
    "the server's address was asked for before it started or after it stopped",
    (_: Record<never, never>) => "the server is not listening: start the inventory that has this plugin first",
  ),
});

/** NOT_FOUND for what is not under the base path, for whoever looks for the server there. */
export function outsideBasePath(basePath: string): Error {
  return new InventoryError({
    code: "NOT_FOUND",
    kind: "not-found",
    message: `there is nothing here: this server is reached under ${basePath}`,
  });
}

/** INVALID_INPUT of a kind that only HTTP tells apart (a body too large, a content type that is not JSON). */
export function invalidInput(kind: Extract<ErrorKind, "invalid" | "too-large" | "unsupported-type">, message: string): Error {
  return new InventoryError({ code: "INVALID_INPUT", kind, message });
}
