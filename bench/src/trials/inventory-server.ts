import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

const HEADERS = { "content-type": "application/json", "x-requested-with": "XMLHttpRequest" };

export const ADMIN = { username: "root", password: "correct horse battery" } as const;

// oxlint-disable-next-line typescript/no-explicit-any -- a trial looks into any shape
export type Call = (route: string, body?: unknown) => Promise<any>;

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
export async function startInventory([program = "", ...words]: readonly string[], environment: Readonly<Record<string, string>>): Promise<InventoryServer> {
  const child = spawn(program, words, { cwd: "/", env: { LISTEN_ADDR: "127.0.0.1:0", BCRYPT_COST: "4", RATE_LIMIT_ENABLED: "false", DISCOVERY_TOOLS: "none", ...environment }, stdio: ["ignore", "pipe", "pipe"] });
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
  return async (route, body) => {
    const [method = "", path = ""] = route.split(" ");
    const answer = await fetch(url + path, { method, headers: { ...HEADERS, cookie }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${route}: ${answer.status} ${text}`);
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  };
}
