import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PostgresDatabases } from "@cadastre/testing";
import { inject } from "vitest";
import { ENCRYPTION_KEY, serve } from "./command.ts";
import type { StorageName } from "../../../../testing/storages.ts";

export const PASSWORD = "correct horse battery";

/** What an answer says. */
export interface Answer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into any shape
  readonly body: any;
}

/** Calls the REST API as somebody. @param route `GET /api/users` */
export type Caller = (route: string, body?: unknown) => Promise<Answer>;

/** A server with OAuth, as a process of its own. */
export interface OAuthServer extends AsyncDisposable {
  /** Its address, which is its issuer too. */
  readonly url: string;
  /** Signs somebody in over the API. The first administrator is `root`. */
  signIn(username: string): Promise<Caller>;
  /** Makes a user with a role. @returns the id */
  user(username: string, role: string): Promise<string>;
}

/** A port that is free at this moment: the issuer is a setting, so it has to be known before the start. */
export async function freePort(): Promise<number> {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  holder.close();
  await once(holder, "close");
  return port;
}

/** Runs `cadastre serve` with OAuth on a database of its own. */
export async function serveOAuth(storage: StorageName): Promise<OAuthServer> {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-oauth-"));
  const database = storage === "postgresql" ? await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase() : undefined;
  const url = `http://127.0.0.1:${await freePort()}`;
  const server = await serve({
    LISTEN_ADDR: url.slice("http://".length),
    ENCRYPTION_KEY,
    ...(database === undefined ? { DATA_DIR: folder } : { DATABASE_URL: database.url }),
    MCP_OAUTH_ENABLED: "true",
    MCP_OAUTH_ISSUER_URL: url,
    INITIAL_ADMIN_USERNAME: "root",
    INITIAL_ADMIN_PASSWORD: PASSWORD,
    COOKIE_SECURE: "false",
    RATE_LIMIT_ENABLED: "false",
  });
  const call = async (route: string, body: unknown, cookie: string): Promise<Answer & { readonly cookie: string }> => {
    const [method = "", path = ""] = route.split(" ");
    const headers = { cookie, "content-type": "application/json", "x-requested-with": "XMLHttpRequest" };
    const answer = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const text = await answer.text();
    return {
      status: answer.status,
      body: text === "" ? undefined : JSON.parse(text),
      cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "",
    };
  };
  const signIn = async (username: string): Promise<Caller> => {
    const { cookie } = await call("POST /api/auth/login", { username, password: PASSWORD }, "");
    return async (route, body) => await call(route, body, cookie);
  };
  const root = await signIn("root");
  return {
    url,
    signIn,
    user: async (username, role) => {
      const { id } = (await root("POST /api/users", { username, password: PASSWORD })).body as { id: string };
      const granted = await root("POST /api/users/grant-role", { user_id: id, role });
      if (granted.status !== 201) throw new Error(`no role: ${JSON.stringify(granted.body)}`);
      return id;
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await database?.[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
