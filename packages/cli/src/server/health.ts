import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { setTimeout } from "node:timers/promises";
import { CommandFailure } from "../exit-codes.ts";
import { type Configuration, readConfiguration } from "../host/configuration.ts";
import { print } from "../say.ts";
import type { Environment } from "../settings/read-settings.ts";

/** For one answer: it comes from this machine. */
const TIMEOUT_MS = 4_000;

const AGAIN_MS = 500;

export interface HealthOptions {
  /** How long to go on asking, in seconds; once unless given. */
  readonly wait?: number;
}

interface Answer {
  readonly status: number;
  readonly type: string;
}

/**
 * Asks the server of these settings, on this machine, whether it lives and whether its page is one: what a container engine
 * or a service manager wants to know. The database is not asked, because starting anew does not mend one: that is /readyz.
 * @throws CommandFailure saying what is wrong
 */
export async function runHealth(environment: Environment, { wait = 0 }: HealthOptions, againMs: number = AGAIN_MS): Promise<void> {
  const configuration = await readConfiguration(environment);
  const until = performance.now() + wait * 1000;
  for (;;) {
    const wrong = await whatIsWrong(configuration);
    if (wrong === undefined) break;
    if (performance.now() + againMs > until) throw new CommandFailure(wrong);
    // systemd names the process of the service; nothing will answer once that is gone.
    if (isGone(environment["MAINPID"])) throw new CommandFailure(`${wrong}, and the server has exited; see its log`);
    await setTimeout(againMs);
  }
  print("healthy");
}

async function whatIsWrong({ settings, parts: { without = [] } }: Configuration): Promise<string | undefined> {
  const { LISTEN_ADDR, TLS_CERT_FILE, BASE_PATH } = settings;
  if (LISTEN_ADDR.port === 0)
    throw new CommandFailure("LISTEN_ADDR has port 0 (any free port), so the port of the server is not known: set a port");
  const url = `${TLS_CERT_FILE === undefined ? "http" : "https"}://${hostOf(LISTEN_ADDR.hostname)}:${LISTEN_ADDR.port}`;
  try {
    const live = await ask(`${url}/healthz`);
    if (live.status !== 200) return `${url}/healthz responded with ${live.status}`;
    if (without.includes("web-ui")) return undefined;
    const page = await ask(`${url}${BASE_PATH}/`);
    if (page.status !== 200 || !page.type.startsWith("text/html"))
      return `${url}${BASE_PATH}/ is not a page: it responded with ${page.status} and ${page.type || "no content type"}`;
    return undefined;
  } catch (error) {
    return `${url} is not responding: ${(error as Error).message}`;
  }
}

/** Where this machine reaches a server that listens on all interfaces. */
function hostOf(hostname: string): string {
  if (hostname === "" || hostname === "0.0.0.0") return "127.0.0.1";
  if (hostname === "::") return "[::1]";
  return hostname.includes(":") ? `[${hostname}]` : hostname;
}

/** The certificate is for the name that clients use and not for this address, and nothing secret is sent: it is not verified. */
async function ask(url: string): Promise<Answer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return await new Promise((resolve, reject) => {
    const options = { signal, agent: false, headers: { connection: "close", accept: "text/html, */*" } } as const;
    const request = url.startsWith("https:") ? requestHttps(url, { ...options, rejectUnauthorized: false }) : requestHttp(url, options);
    request.on("error", (error) => reject(signal.aborted ? new Error(`none in ${TIMEOUT_MS / 1000} seconds`) : error));
    request.on("response", (response) => {
      response.resume();
      response.on("end", () => resolve({ status: response.statusCode ?? 0, type: response.headers["content-type"] ?? "" }));
      response.on("error", reject);
    });
    request.end();
  });
}

function isGone(pid: string | undefined): boolean {
  if (pid === undefined || !/^[1-9]\d*$/.test(pid)) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
