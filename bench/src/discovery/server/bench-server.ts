import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ADMIN = { username: "root", password: "correct horse battery" };

/** Asks a server as its administrator. @throws Error with the answer of a refusal */
export type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** A server of the built command, with a database of its own. */
export interface BenchServer {
  readonly pid: number;
  readonly url: string;
  readonly ask: Ask;
  /** For files; it is removed with the server. */
  readonly folder: string;
}

/** @param command arguments of Node for the command `cadastre` */
export async function withServer<T>(command: readonly string[], work: (server: BenchServer) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-bench-scan-"));
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    DATABASE_URL: `sqlite://${folder}/inventory.db`,
    ENCRYPTION_KEY: "YSBrZXkgb2YgMzIgYnl0ZXMgZm9yIHRlc3RzIG9ubHk=",
    LISTEN_ADDR: "127.0.0.1:0",
    INITIAL_ADMIN_USERNAME: ADMIN.username,
    INITIAL_ADMIN_PASSWORD: ADMIN.password,
  };
  const server = spawn(process.execPath, [...command, "serve"], { cwd: folder, env, stdio: ["ignore", "pipe", "ignore"] });
  try {
    const url = await addressOf(server.stdout.setEncoding("utf8"));
    return await work({ pid: server.pid ?? 0, url, ask: await signedIn(url), folder });
  } finally {
    server.kill("SIGKILL");
    await once(server, "close");
    await rm(folder, { recursive: true, force: true });
  }
}

async function addressOf(said: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const part of said) {
    const url = /is running at (\S+)\n/.exec((text += part))?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`the server ended: ${text}`);
}

async function signedIn(url: string): Promise<Ask> {
  const send = async (method: string, path: string, body: unknown, cookie: string): Promise<Response> => {
    const headers = { "content-type": "application/json", "x-requested-with": "XMLHttpRequest", cookie };
    const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const response = await send("POST", "/api/auth/login", ADMIN, "");
  await response.body?.cancel();
  const cookie = (response.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
  return async (method, path, body) => {
    const answer = await send(method, path, body, cookie);
    return answer.status === 204 ? undefined : await answer.json();
  };
}
