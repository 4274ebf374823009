import type { AnyOperation, Host, RawHandler } from "@cadastre/inventory-core";
import { httpErrors } from "./http.errors.ts";
import { SYSTEM_PATHS } from "./openapi/system-paths.ts";

/** The operations of one path, by method. */
export interface Route {
  /** As declared: `/api/devices/{id}`. */
  readonly path: string;
  readonly methods: ReadonlyMap<string, AnyOperation>;
  /** Value of the Allow header. */
  readonly allow: string;
}

/** Methods of a path in the form of the Allow header; HEAD comes with GET. */
export function allowOf(methods: Iterable<string>): string {
  return [...methods]
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .concat("OPTIONS")
    .join(", ");
}

/** `/api/devices/{id}` as h3 writes it: `/api/devices/:id`. */
export function h3PathOf(path: string): string {
  return path.replaceAll(/\{([^}]+)\}/g, ":$1");
}

/**
 * The routes of a host, read off its operations.
 * @throws HTTP_ROUTE_WITHOUT_ACCESS, HTTP_UNDECLARED_ERROR
 */
export function routesOf(host: Pick<Host, "operations" | "errors">): readonly Route[] {
  const byPath = new Map<string, { readonly path: string; readonly methods: Map<string, AnyOperation> }>();
  for (const operation of host.operations) {
    const { method, path } = operation.http;
    if (!operation.access) throw httpErrors.HTTP_ROUTE_WITHOUT_ACCESS({ route: `${method} ${path} (${operation.id})` });
    for (const code of operation.errors ?? []) {
      if (!Object.hasOwn(host.errors, code)) throw httpErrors.HTTP_UNDECLARED_ERROR({ operation: operation.id, code });
    }
    // Parameters may be called differently by each operation; the path is one all the same.
    const shape = path.replaceAll(/\{[^}]+\}/g, "{}");
    const route = byPath.get(shape) ?? { path, methods: new Map<string, AnyOperation>() };
    byPath.set(shape, route);
    route.methods.set(method, operation);
  }
  return [...byPath.values()].map((route) => ({ ...route, allow: allowOf(route.methods.keys()) }));
}

/** @throws HTTP_ROUTE_WITHOUT_ACCESS */
export function checkRawHandlers(handlers: readonly RawHandler[]): void {
  for (const handler of handlers) {
    if (!handler.access) throw httpErrors.HTTP_ROUTE_WITHOUT_ACCESS({ route: handler.path });
  }
}

/**
 * A base path that begins like one of ours could not be told from it where a proxy has taken it off.
 * @throws HTTP_BASE_PATH_TAKEN
 */
export function checkBasePath({ operations, rawHandlers }: Pick<Host, "operations" | "rawHandlers">, basePath: string): void {
  const [, first] = basePath.split("/");
  if (first === undefined) return;
  const paths = [...SYSTEM_PATHS, ...operations.map(({ http }) => http.path), ...rawHandlers.map(({ path }) => path)];
  const path = paths.find((own) => own.split("/")[1] === first);
  if (path !== undefined) throw httpErrors.HTTP_BASE_PATH_TAKEN({ basePath, path });
}
