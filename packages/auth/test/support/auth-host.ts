import {
  ANONYMOUS,
  type AnyOperation,
  type CallContext,
  coreErrors,
  createInventory,
  type Credentials,
  definePermissions,
  type Host,
  InventoryError,
  type Logger,
  type Principal,
  silentLogger,
  STORAGE,
} from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { expect } from "vitest";
import { type AuthOptions, authPlugin } from "../../src/index.ts";
import type { TestDatabase } from "./storages.ts";

export const PASSWORD = "correct horse battery";

/** What a caller shows. */
export interface Shown {
  readonly cookie?: string;
  readonly authorization?: string;
  readonly remoteAddress?: string;
  /** Under which the world reaches the server. */
  readonly basePath?: string;
}

export interface Answer {
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into any shape
  readonly body: any;
  readonly cookies: readonly string[];
}

/** An engine with authentication, called as an edge calls it: authenticators, then the operation. */
export interface AuthHost {
  readonly host: Host;
  readonly clock: FakeClock;
  call(route: string, body?: unknown, shown?: Shown, ifMatch?: readonly string[]): Promise<Answer>;
  /** Rows of a table, as they are stored. */
  rows<Row>(sql: string): Promise<Row[]>;
  authenticate(shown: Shown): Promise<Principal>;
  close(): Promise<void>;
}

/** A second plugin, so that permissions of others are seen too. */
const racks = {
  id: "racks",
  engine: "*",
  permissions: definePermissions({
    rack: { resource: "racks", actions: ["list", "update"], viewer: ["list"], operator: ["list", "update"] },
  }),
};

/** @param given a clock of one's own, or `real` for tests in which hosts wait for each other */
export async function startHost(
  database: TestDatabase,
  options: Partial<AuthOptions> = {},
  given: FakeClock | "real" = new FakeClock(),
  logger: Logger = silentLogger,
): Promise<AuthHost> {
  const clock = given === "real" ? new FakeClock() : given;
  const inventory = await createInventory({
    storage: database.open(),
    ...(given === "real" ? {} : { clock }),
    logger,
    plugins: [authPlugin({ bcryptCost: 4, ...options }), racks],
  });
  const { host } = inventory;
  const credentialsOf = (shown: Shown, cookies: string[]): Credentials => ({
    headers: { get: (name) => (name === "authorization" ? (shown.authorization ?? null) : null) },
    cookies: cookiesOf(shown),
    remoteAddress: "192.0.2.1",
    answerHeaders: { append: (_, value) => cookies.push(value) },
    basePath: shown.basePath,
  });
  const authenticate = async (shown: Shown, cookies: string[] = []): Promise<Principal> => {
    for (const authenticator of host.authenticators) {
      const principal = await authenticator.authenticate(credentialsOf(shown, cookies));
      if (principal !== null) return principal;
    }
    throw coreErrors.UNAUTHORIZED({});
  };
  return {
    host,
    clock,
    authenticate,
    async call(route, body, shown = {}, ifMatch) {
      const { operation, params } = operationOf(host, route);
      const cookies: string[] = [];
      const principal = operation.access === "public" ? ANONYMOUS : await authenticate(shown, cookies);
      const call: CallContext = {
        principal,
        source: "http",
        ifMatch,
        remoteAddress: shown.remoteAddress ?? "192.0.2.1",
        cookies: cookiesOf(shown),
        answerHeaders: { append: (_, value) => cookies.push(value) },
        basePath: shown.basePath,
      };
      const result = await host.execute(operation, { params, query: {}, body: async () => body ?? {} }, call);
      const answer =
        result.kind === "list"
          ? await Array.fromAsync(result.value.records())
          : result.kind === "record"
            ? result.value.parse()
            : undefined;
      checkShape(operation.output, answer);
      return { body: answer, cookies };
    },
    rows: async (sql) => await host.get(STORAGE).read.all(sql),
    close: async () => await inventory.close(),
  };
}

/** An answer has what its operation declares, no more and no less. */
function checkShape(output: AnyOperation["output"], answer: unknown): void {
  if (output.kind === "record") expect(output.schema.parse(answer)).toEqual(answer);
  if (output.kind === "list") for (const item of answer as unknown[]) expect(output.item.parse(item)).toEqual(item);
}

function operationOf(host: Host, route: string): { operation: AnyOperation; params: Record<string, string> } {
  const [method, path = ""] = route.split(" ");
  for (const exact of [true, false]) {
    for (const operation of host.operations) {
      const pattern = operation.http.path.replaceAll(/\{([^}]+)\}/g, "(?<$1>[^/]+)");
      const match = new RegExp(`^${pattern}$`).exec(path);
      if (operation.http.method === method && match !== null && exact === (pattern === path))
        return { operation, params: { ...match.groups } };
    }
  }
  throw new Error(`no operation for ${route}`);
}

function cookiesOf({ cookie }: Shown): ReadonlyMap<string, string> {
  const pairs = (cookie ?? "").split("; ").map((pair) => pair.split("="));
  return new Map(pairs.flatMap(([name, value]) => (name && value !== undefined ? [[name, value] as const] : [])));
}

/** The cookie of an answer, as a browser sends it back. */
export function cookieOf(answer: Answer): string {
  return (answer.cookies[0] ?? "").split(";")[0] as string;
}

/** `CODE` of the error that a call fails with. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  return (await errorOf(call)).code;
}

export async function errorOf(call: Promise<unknown>): Promise<InventoryError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof InventoryError) return error;
    throw error;
  }
  throw new Error("the call did not fail");
}

export const ADMIN = { username: "root", password: PASSWORD, email: "root@example.com", full_name: "First Administrator" };

/** A host whose first administrator has signed in. */
export async function startWithAdmin(
  database: TestDatabase,
  options: Partial<AuthOptions> = {},
): Promise<AuthHost & { readonly admin: Shown }> {
  const auth = await startHost(database, { initialAdmin: ADMIN, ...options });
  return { ...auth, admin: await signIn(auth, ADMIN.username) };
}

export async function signIn(auth: AuthHost, username: string, password = PASSWORD): Promise<Shown> {
  return { cookie: cookieOf(await auth.call("POST /api/auth/login", { username, password })) };
}

/** Creates a user with roles and signs in. */
export async function newUser(
  auth: AuthHost & { readonly admin: Shown },
  username: string,
  ...roles: readonly string[]
): Promise<{ id: string; shown: Shown }> {
  const { body } = await auth.call("POST /api/users", { username, password: PASSWORD }, auth.admin);
  for (const role of roles) await auth.call("POST /api/users/grant-role", { user_id: body.id, role }, auth.admin);
  return { id: body.id as string, shown: await signIn(auth, username) };
}
