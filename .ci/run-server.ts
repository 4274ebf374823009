// The server of a project that was created, as long as it takes to use it.
import { spawn } from "node:child_process";
import { once } from "node:events";

/** For all of it, unless told otherwise; then it is killed. */
const TIMEOUT_MS = 60_000;

const ADMINISTRATOR = { username: "admin", password: "correct horse battery" };

/** How a server is started, and ended. */
interface Way {
  readonly command: string;
  readonly args: readonly string[];
  /** What ends it. */
  readonly signal: NodeJS.Signals;
  /** Whether all processes of the command get it, as from a terminal, or the command alone. */
  readonly toAll: boolean;
  /** Whether the command ended as it should. */
  readonly endedWell: (code: number | null, said: string) => boolean;
}

/** Somebody at a terminal: `npm start`, and Ctrl-C. */
export const BY_HAND: Way = {
  command: "npm",
  args: ["start"],
  signal: "SIGINT",
  toAll: true,
  endedWell: (_code, said) => /\bstopped\b/.test(said),
};

/** The same in a clone of the repository: pnpm ends with the code of the server. */
export const AS_STARTED: Way = {
  command: "pnpm",
  args: ["start"],
  signal: "SIGINT",
  toAll: true,
  endedWell: (_code, said) => /\bstopped\b/.test(said),
};

/** A service manager: without npm, which does not pass SIGTERM on to what it started. */
export const serviceOf = (command: string, args: readonly string[]): Way => ({
  command,
  args,
  signal: "SIGTERM",
  toAll: false,
  endedWell: (code) => code === 0,
});

export const AS_SERVICE = serviceOf("node_modules/.bin/cadastre", ["serve"]);

/**
 * Starts the server of a project, asks /readyz, uses it, and stops it.
 * @throws when it does not start, is not ready, or does not stop as it should
 */
export async function runServer(
  project: string,
  way: Way,
  use: (url: string) => Promise<void> = async () => {},
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const env = {
    ...process.env,
    LISTEN_ADDR: "127.0.0.1:0",
    BCRYPT_COST: "4",
    INITIAL_ADMIN_USERNAME: ADMINISTRATOR.username,
    INITIAL_ADMIN_PASSWORD: ADMINISTRATOR.password,
  };
  const child = spawn(way.command, way.args, { cwd: project, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${way.command} cannot be started in ${project}`);
  let said = "";
  const ended = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  const inTime = setTimeout(() => process.kill(-pid, "SIGKILL"), timeoutMs);
  try {
    const url = await new Promise<string>((resolve, reject) => {
      const read = (text: string): void => {
        said += text;
        const found = /is running at (\S+)\n/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      };
      child.stdout.setEncoding("utf8").on("data", read);
      child.stderr.setEncoding("utf8").on("data", read);
      void ended.then(() => reject(new Error(`the server ended at once:\n${said}`)));
    });
    const ready = await fetch(`${url}/readyz`);
    if (ready.status !== 200) throw new Error(`/readyz answers ${ready.status}: ${await ready.text()}`);
    await use(url).catch((cause: unknown) => {
      throw new Error(`the server said:\n${said}`, { cause });
    });
  } finally {
    if (child.exitCode === null && child.signalCode === null) process.kill(way.toAll ? -pid : pid, way.signal);
    // All who hold its output have ended then.
    await ended;
    clearTimeout(inTime);
  }
  const [code, signal] = await ended;
  if (!way.endedWell(code, said)) throw new Error(`${way.command} ended with ${signal ?? code} after ${way.signal}:\n${said}`);
}

/** A call of the interface with the session of the administrator. @throws when it is refused */
export type Call = (method: string, path: string, body?: object) => Promise<Response>;

export async function signIn(url: string): Promise<Call> {
  const headers: Record<string, string> = { "content-type": "application/json", "x-requested-with": "XMLHttpRequest" };
  const call: Call = async (method, path, body) => {
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const login = await call("POST", "/api/auth/login", ADMINISTRATOR);
  headers["cookie"] = login.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
  return call;
}

/** Scans 10.0.0.0/24, and reads who scanned and what was found. */
export async function scanWith(url: string): Promise<{ readonly scanner: string; readonly found: readonly string[] }> {
  const call = await signIn(url);
  const network = (await (await call("POST", "/api/networks", { name: "lab", subnet: "10.0.0.0/24" })).json()) as { id: string };
  const { id } = (await (await call("POST", `/api/discovery/networks/${network.id}/scan`, { scan_type: "quick" })).json()) as {
    id: string;
  };
  // The stream of the scan ends when the scan does.
  await (await call("GET", `/api/discovery/scans/${id}/events`)).text();
  const { scanner } = (await (await call("GET", `/api/discovery/scans/${id}`)).json()) as { scanner: string };
  const hosts = (await (await call("GET", `/api/discovery/devices?network_id=${network.id}`)).json()) as { ip: string }[];
  return { scanner, found: hosts.map(({ ip }) => ip) };
}
