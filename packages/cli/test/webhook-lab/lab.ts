import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";

/** What the lab does when it is asked. */
export type LabCommand =
  | { readonly do: "serve"; readonly settings: Readonly<Record<string, string>> }
  | { readonly do: "call"; readonly method: string; readonly path: string; readonly body?: unknown; readonly bearer?: string }
  | { readonly do: "arrivals" | "canary" | "stop" };

/** An answer of the server. */
export interface LabReply {
  readonly status: number;
  readonly body: unknown;
}

/** A delivery as the receiver saw and judged it. */
export interface Arrival {
  /** Which of its ports it came to. */
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The raw body as text. */
  readonly body: string;
  /** What @octokit/webhooks-methods says of X-Service-Signature. */
  readonly signed: boolean;
  /** What standardwebhooks says of webhook-signature and its time. */
  readonly standard: boolean;
  /** Whether either of the two takes the body with one byte changed: they must not. */
  readonly forgeable: boolean;
}

/** In namespaces of its own, which end with the process: no way leads out of them. */
const ISOLATED = ["--user", "--map-root-user", "--net", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child"];

/** Why there can be no lab here, or null. */
export function labForbidden(): string | null {
  const script =
    "mount -t tmpfs tmpfs /run && mount --bind /etc/hosts /etc/hosts && ip netns add probe && ip link add v0 type veth peer name v1";
  const tried = spawnSync("unshare", [...ISOLATED, "sh", "-c", script], { encoding: "utf8" });
  if (tried.error !== undefined) return "unshare is not installed";
  return tried.status === 0 ? null : `no network namespaces: ${tried.stderr.trim()}`;
}

/** A server and a receiver, each a process in a network namespace of its own, with a cable between them. */
export class WebhookLab {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(child: ChildProcess) {
    this.#process = child;
    if (child.stdout === null) throw new Error("the lab has no output");
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  /** @param secret with which the receiver verifies */
  static async start(secret: string): Promise<WebhookLab> {
    const program = new URL("lab-process.ts", import.meta.url).pathname;
    const lab = new WebhookLab(
      spawn("unshare", [...ISOLATED, process.execPath, program], {
        stdio: ["pipe", "pipe", "inherit"],
        env: { ...process.env, LAB_SECRET: secret },
      }),
    );
    await lab.#read();
    return lab;
  }

  /** Starts the server and signs in. */
  async serve(settings: Readonly<Record<string, string>>): Promise<void> {
    await this.#ask({ do: "serve", settings });
  }

  /** @param bearer token of another caller than the administrator */
  async call(method: string, path: string, body?: unknown, bearer?: string): Promise<LabReply> {
    return (await this.#ask({ do: "call", method, path, body, ...(bearer === undefined ? {} : { bearer }) })) as LabReply;
  }

  /** Everything that the receiver got. */
  async arrivals(): Promise<readonly Arrival[]> {
    return (await this.#ask({ do: "arrivals" })) as readonly Arrival[];
  }

  /** A listener on the server's loopback, which nobody may lead it to. */
  async canary(): Promise<{ readonly port: number; readonly connections: number }> {
    return (await this.#ask({ do: "canary" })) as { port: number; connections: number };
  }

  /** Stops the server. @returns its exit code and what it logged */
  async stop(): Promise<{ readonly code: number | null; readonly err: string }> {
    return (await this.#ask({ do: "stop" })) as { code: number | null; err: string };
  }

  close(): void {
    this.#process.kill("SIGKILL");
  }

  async #ask(command: LabCommand): Promise<unknown> {
    this.#process.stdin?.write(`${JSON.stringify(command)}\n`);
    return await this.#read();
  }

  async #read(): Promise<unknown> {
    const { done, value } = await this.#lines.next();
    if (done === true) throw new Error("the lab has ended");
    const { error, value: answer } = JSON.parse(value) as { error?: string; value?: unknown };
    if (error !== undefined) throw new Error(error);
    return answer;
  }
}
