import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { MAIN } from "../program.ts";
import type { TrialContext } from "./trial.ts";

const HEADERS = { "content-type": "application/json", "x-requested-with": "XMLHttpRequest" };

export const ADMIN = { username: "root", password: "correct horse battery" } as const;

/** Of a record that was made, what trials look at. */
export interface Made {
  readonly id: string;
  readonly name: string;
}

/** `call<Made>("POST /api/devices", body)`: the caller says what the answer is. */
export type Call = <T = unknown>(route: string, body?: unknown) => Promise<T>;

/** A process of `cadastre serve` that answers. */
export interface InventoryServer {
  readonly url: string;
  readonly process: ChildProcess;
  /** What it has said so far, on both outputs. */
  readonly said: () => string;
  /** Ends it as a service manager does. @throws with what it said when it does not end with 0 */
  readonly stop: () => Promise<void>;
}

/**
 * @param command the words that start it, with whatever comes before: `setpriv`, `ip netns exec`
 * @param environment all of its environment
 * @throws with what it said when it ends before it listens
 */
export async function startInventory(
  [program = "", ...words]: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<InventoryServer> {
  const child = spawn(program, words, {
    cwd: "/",
    env: { LISTEN_ADDR: "127.0.0.1:0", BCRYPT_COST: "4", RATE_LIMIT_ENABLED: "false", DISCOVERY_TOOLS: "none", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const ended = once(child, "close").then(([code]) => code as number | null);
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (part: string) => {
        said += part;
        const found = /is running at (\S+)\n/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
    }
    child.once("error", reject);
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  return {
    url,
    process: child,
    said: () => said,
    stop: async () => {
      child.kill("SIGTERM");
      const code = await ended;
      if (code !== 0) throw new Error(`the server ended with ${code}: ${said}`);
    },
  };
}

/** Calls the API as the first administrator. @throws for an answer that is an error */
export async function signIn(url: string): Promise<Call> {
  const login = await fetch(`${url}/api/auth/login`, { method: "POST", headers: HEADERS, body: JSON.stringify(ADMIN) });
  if (!login.ok) throw new Error(`sign-in: ${login.status} ${await login.text()}`);
  const cookie = (login.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return async <T>(route: string, body?: unknown): Promise<T> => {
    const [method = "", path = ""] = route.split(" ");
    const answer = await fetch(url + path, {
      method,
      headers: { ...HEADERS, cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${route}: ${answer.status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  };
}

/** A server with its data in the folder of the trial, which ends with it, and calls as its first administrator. */
export async function startForTrial({ folder, afterwards }: TrialContext): Promise<{ readonly url: string; readonly call: Call }> {
  const server = await startInventory([process.execPath, MAIN, "serve"], {
    PATH: process.env["PATH"] ?? "",
    DATA_DIR: join(folder, "data"),
    COOKIE_SECURE: "false",
    INITIAL_ADMIN_USERNAME: ADMIN.username,
    INITIAL_ADMIN_PASSWORD: ADMIN.password,
  });
  afterwards(async () => await server.stop());
  return { url: server.url, call: await signIn(server.url) };
}
