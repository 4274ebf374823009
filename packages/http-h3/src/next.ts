import type { HttpHandler } from "./create-handler.ts";

/** Packages that Next.js must load from node_modules: they have files, threads and native code that a bundle would leave behind. */
const OUTSIDE = [
  "@cadastre/auth",
  "@cadastre/discovery-agent",
  "@cadastre/discovery-scanner",
  "@cadastre/discovery-snmp",
  "@cadastre/http-h3",
  "@cadastre/importers",
  "@cadastre/inventory-core",
  "@cadastre/mcp",
  "@cadastre/web-ui",
  "@cadastre/webhooks",
] as const;

/** Every route, as a glob that Turbopack and webpack support. */
const ROUTES = "/**";

/** Files that these packages read when they run. */
const FILES = OUTSIDE.flatMap((name) => ["api-reference", "dist"].map((folder) => `./node_modules/${name}/${folder}/**/*`));

/** What {@link withCadastre} reads and changes of a configuration of Next.js. */
export interface NextConfig {
  /** Packages that are not bundled. */
  serverExternalPackages?: string[] | undefined;
  /** Files that `output: "standalone"` copies for routes. */
  outputFileTracingIncludes?: Record<string, string[]> | undefined;
  /** True: `/ipam/` is answered, and not redirected to `/ipam`. */
  skipTrailingSlashRedirect?: boolean | undefined;
}

/**
 * Adds to a configuration of Next.js what Cadastre needs: its packages stay outside of the bundle (`serverExternalPackages`), with the
 * bundler of `next build`, `next build --webpack` and `next dev`; `output: "standalone"` copies their files, from a `node_modules` in the
 * folder of the application; and the path of the web page keeps its slash.
 *
 * @param config of the application; it is not changed
 *
 * @example
 * export default withCadastre({ reactStrictMode: true });
 */
export function withCadastre<Config extends object>(config?: Config & NextConfig): Config & NextConfig {
  const given: NextConfig = config ?? {};
  const serverExternalPackages = [...new Set([...(given.serverExternalPackages ?? []), ...OUTSIDE])];
  const files = given.outputFileTracingIncludes ?? {};
  const outputFileTracingIncludes = { ...files, [ROUTES]: [...(files[ROUTES] ?? []), ...FILES] };
  return { ...(config as Config), skipTrailingSlashRedirect: true, serverExternalPackages, outputFileTracingIncludes };
}

/** The methods of a route file of Next.js. */
export type NextMethod = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/** What a route file exports for each method. */
export type NextRoute = Readonly<Record<NextMethod, (request: Request) => Promise<Response>>>;

const OPENED = Symbol.for("cadastre.next");

/**
 * The route of a handler in the app router, in a catch-all folder: `app/ipam/[[...path]]/route.ts` for the base path `/ipam`.
 *
 * @param open opens the inventory and makes its handler. It is called at the first request, because `next build` loads route files, and
 * once for the process, because `next dev` loads them again after each change; when it fails, the next request calls it again
 *
 * @example
 * export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = nextRoute(async () => {
 *   const inventory = await createInventory({ storage: sqlite("inventory.db") });
 *   return createHandler(inventory.host, { basePath: "/ipam" });
 * });
 */
export function nextRoute(open: () => Promise<HttpHandler>): NextRoute {
  const answer = async (request: Request): Promise<Response> => {
    const shared = globalThis as { [OPENED]?: Promise<HttpHandler> | undefined };
    shared[OPENED] ??= open().catch((error: unknown) => {
      shared[OPENED] = undefined;
      throw error;
    });
    return await (await shared[OPENED]).fetch(request);
  };
  return { GET: answer, HEAD: answer, POST: answer, PUT: answer, PATCH: answer, DELETE: answer, OPTIONS: answer };
}
