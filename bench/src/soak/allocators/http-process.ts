import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, type IncomingMessage, request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { builtSurroundings } from "../../../../testing/built-file.ts";
import { MAIN } from "../../program.ts";
import type { Target } from "../crash/library-performer.ts";
import { type Answer, type EngineProcess, OPERATIONS, type Request } from "./operations.ts";

const ADMIN = { username: "root", password: "correct horse battery" };

interface Reply {
  readonly status: number;
  readonly cookie: string;
  readonly text: string;
}

/** `cadastre serve` in a process of its own; this process is its client. */
export class HttpProcess implements EngineProcess {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #listening = Promise.withResolvers<string>();
  #url = "";
  #said = "";
  #key = "";

  private constructor(target: Target) {
    this.#child = spawn(process.execPath, [MAIN, "serve"], {
      env: {
        PATH: process.env["PATH"],
        ...builtSurroundings(),
        DATABASE_URL: target.storage === "sqlite" ? `sqlite://${target.path}` : target.url,
        ENCRYPTION_KEY: "YSBrZXkgb2YgMzIgYnl0ZXMgZm9yIHRlc3RzIG9ubHk=",
        LISTEN_ADDR: "127.0.0.1:0",
        BCRYPT_COST: "4",
        LOG_LEVEL: "warn",
        RATE_LIMIT_ENABLED: "false",
        INITIAL_ADMIN_USERNAME: ADMIN.username,
        INITIAL_ADMIN_PASSWORD: ADMIN.password,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding("utf8").on("data", (part: string) => this.#hear(part));
    this.#closed = once(this.#child, "close").then(() => this.#listening.reject(new Error(`the server ended: ${this.#said}`)));
    this.#listening.promise.catch(() => {});
  }

  /**
   * Starts a server and signs in.
   * @param key of an earlier server on the same database
   */
  static async start(target: Target, key?: string): Promise<HttpProcess> {
    const started = new HttpProcess(target);
    started.#url = await started.#listening.promise;
    started.#key = key ?? (await started.#makeKey());
    return started;
  }

  get key(): string {
    return this.#key;
  }

  async call({ operation, params, body }: Request): Promise<Answer> {
    let reply: Reply;
    try {
      reply = await this.#send(OPERATIONS[operation].route(...params), body, { authorization: `Bearer ${this.#key}` });
    } catch {
      return { status: "gone" };
    }
    const result: unknown = reply.text === "" ? undefined : JSON.parse(reply.text);
    if (reply.status < 300) return { status: "ok", result };
    const { code = "NO_CODE", error = reply.text } = (result ?? {}) as { code?: string; error?: string };
    return { status: "refused", code, message: `${reply.status} ${error}` };
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#closed;
    this.#agent.destroy();
  }

  #hear(part: string): void {
    this.#said += part;
    const url = /is running at (\S+)\n/.exec(this.#said)?.[1];
    if (url !== undefined) this.#listening.resolve(url);
  }

  async #makeKey(): Promise<string> {
    const { cookie } = await this.#send("POST /api/auth/login", ADMIN);
    const made = await this.#send("POST /api/keys", { name: "soak" }, { cookie, "x-requested-with": "XMLHttpRequest" });
    if (made.status !== 201) throw new Error(`no key was made: ${made.status} ${made.text}`);
    return (JSON.parse(made.text) as { key: string }).key;
  }

  /** @throws when the connection breaks before the whole answer is there */
  async #send(route: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
    const [method = "", path] = route.split(" ");
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const length = payload === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) };
    const sent = httpRequest(`${this.#url}${path}`, { method, agent: this.#agent, headers: { ...headers, ...length } });
    const answered = once(sent, "response") as Promise<[IncomingMessage]>;
    sent.end(payload);
    const [response] = await answered;
    return {
      status: response.statusCode ?? 0,
      cookie: (response.headers["set-cookie"]?.[0] ?? "").split(";")[0] as string,
      text: await text(response),
    };
  }
}
