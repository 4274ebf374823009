import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request as httpRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { builtSurroundings } from "../../../../testing/built-file.ts";
import { MAIN } from "../../program.ts";
import { type Hosts, type RunningHost, START_DEADLINE_MS } from "./host.ts";
import type { Answer, Kind, Request } from "./intention.ts";
import type { Target } from "./library-performer.ts";

const ADMIN = { username: "root", password: "correct horse battery" };

const ROUTES: Readonly<Record<Kind, (...params: string[]) => string>> = {
  "device.create": () => "POST /api/devices",
  "device.update": (id) => `PUT /api/devices/${id}`,
  "device.delete": (id) => `DELETE /api/devices/${id}`,
  "network.create": () => "POST /api/networks",
  "network.delete": (id) => `DELETE /api/networks/${id}`,
  "pool.create": (id) => `POST /api/networks/${id}/pools`,
  "allocation.create": (id) => `POST /api/pools/${id}/allocations`,
  "allocation.delete": (id) => `DELETE /api/allocations/${id}`,
  "relationship.create": (id) => `POST /api/devices/${id}/relationships`,
  "relationship.delete": (id, child, type) => `DELETE /api/devices/${id}/relationships/${child}/${type}`,
};

interface Reply {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

/** The real server in a process of its own; this process is its client. */
class HttpHost implements RunningHost {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #agent = new Agent({ keepAlive: true });
  #url = "";
  #bearer = "";
  #said = "";

  constructor(target: Target) {
    this.#child = spawn(process.execPath, [MAIN, "serve"], {
      env: {
        PATH: process.env["PATH"],
        ...builtSurroundings(),
        DATABASE_URL: target.storage === "sqlite" ? `sqlite://${target.path}` : target.url,
        ENCRYPTION_KEY: "YSBrZXkgb2YgMzIgYnl0ZXMgZm9yIHRlc3RzIG9ubHk=",
        LISTEN_ADDR: "127.0.0.1:0",
        BCRYPT_COST: "4",
        RATE_LIMIT_ENABLED: "false",
        INITIAL_ADMIN_USERNAME: ADMIN.username,
        INITIAL_ADMIN_PASSWORD: ADMIN.password,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => (this.#said += text));
    this.#closed = once(this.#child, "close");
  }

  async listening(): Promise<void> {
    const deadline = Date.now() + START_DEADLINE_MS;
    while (this.#url === "") {
      this.#url = /is running at (\S+)\n/.exec(this.#said)?.[1] ?? "";
      if (this.#child.exitCode !== null || this.#child.signalCode !== null || Date.now() > deadline)
        throw new Error(`the server did not start: ${this.#said}`);
      await sleep(5);
    }
  }

  /** Signs in and makes a key; `known` is one of an earlier process on the same database. */
  async signIn(known: string | undefined): Promise<string> {
    if (known === undefined) {
      const login = await this.#send("POST /api/auth/login", ADMIN);
      const cookie = String(login.headers["set-cookie"]?.[0]).split(";")[0] as string;
      const made = await this.#send("POST /api/keys", { name: "soak" }, { cookie, "x-requested-with": "XMLHttpRequest" });
      if (made.status !== 201) throw new Error(`no key was made: ${made.status} ${made.text}`);
      this.#bearer = (JSON.parse(made.text) as { key: string }).key;
    } else this.#bearer = known;
    return this.#bearer;
  }

  async perform({ kind, params, body }: Request): Promise<Answer> {
    let reply: Reply;
    try {
      reply = await this.#send(ROUTES[kind](...params), body, { authorization: `Bearer ${this.#bearer}` });
    } catch {
      return { status: "gone" };
    }
    if (reply.status < 300) return { status: "ok", result: reply.text === "" ? undefined : JSON.parse(reply.text) };
    return { status: "refused", code: `${reply.status} ${reply.text}` };
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#closed;
    this.#agent.destroy();
  }

  /** @throws when the connection breaks before the whole answer is there */
  async #send(route: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
    const [method, path] = route.split(" ");
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const sent = httpRequest(`${this.#url}${path}`, {
      ...(method === undefined ? {} : { method }),
      agent: this.#agent,
      headers: {
        ...headers,
        ...(payload === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
      },
    });
    sent.end(payload);
    return await new Promise((resolve, reject) => {
      sent.on("error", reject).on("response", (response) => {
        let text = "";
        response
          .setEncoding("utf8")
          .on("data", (part: string) => (text += part))
          .on("error", reject)
          .on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
    });
  }
}

/** Servers as `cadastre serve` runs them. */
export class HttpHosts implements Hosts {
  readonly #keys = new Map<string, string>();

  async start(target: Target): Promise<RunningHost> {
    const host = new HttpHost(target);
    const database = target.storage === "sqlite" ? target.path : target.url;
    try {
      await host.listening();
      this.#keys.set(database, await host.signIn(this.#keys.get(database)));
      return host;
    } catch (error) {
      await host.kill();
      throw error;
    }
  }

  async interruptedStart(target: Target, afterMs: number): Promise<void> {
    const host = new HttpHost(target);
    // A server needs about a second before it touches the database.
    await sleep(600 + 10 * afterMs);
    await host.kill();
  }

  async close(): Promise<void> {}
}
