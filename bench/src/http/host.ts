import { MAIN } from "../program.ts";
import { ChildServer } from "./child-server.ts";

/** The first administrator. */
export const ADMIN = { username: "root", password: "correct horse battery" };

/** `cadastre serve` in a process of its own, with authentication and limits on. */
export interface Host {
  readonly url: string;
  readonly pid: number;
  /** Header that every request carries. */
  readonly headers: { readonly authorization: string };
  stop(): Promise<void>;
}

export interface HostOptions {
  /** File of the command. */
  readonly main?: string;
  /** Of a host that was before it on the same database. Otherwise somebody signs in and makes a key. */
  readonly headers?: Host["headers"];
}

/** @param settings what differs from the usual */
export async function startHost(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
  { main = MAIN, headers }: HostOptions = {},
): Promise<Host> {
  const child = new ChildServer(main, ["serve"], {
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: "YSBrZXkgb2YgMzIgYnl0ZXMgZm9yIHRlc3RzIG9ubHk=",
    LISTEN_ADDR: "127.0.0.1:0",
    BCRYPT_COST: "4",
    LOG_LEVEL: "warn",
    RATE_LIMIT_ENABLED: "true",
    RATE_LIMIT_REQUESTS: "1000000",
    RATE_LIMIT_WINDOW: "10s",
    INITIAL_ADMIN_USERNAME: ADMIN.username,
    INITIAL_ADMIN_PASSWORD: ADMIN.password,
    ...settings,
  });
  try {
    const url = await child.listening();
    return {
      url,
      pid: child.pid,
      headers: headers ?? { authorization: `Bearer ${await makeKey(url)}` },
      stop: async () => await child.stop(),
    };
  } catch (error) {
    await child.stop();
    throw error;
  }
}

/** Signs the first administrator in, who makes a key. @returns the key @throws when none was made */
export async function makeKey(url: string): Promise<string> {
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const login = await post("/api/auth/login", ADMIN);
  const cookie = (login.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
  await login.body?.cancel();
  const made = await post("/api/keys", { name: "bench" }, { cookie, "x-requested-with": "XMLHttpRequest" });
  if (made.status !== 201) throw new Error(`no key was made: ${made.status} ${await made.text()}`);
  return ((await made.json()) as { key: string }).key;
}
