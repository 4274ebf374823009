import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Ended, runShared, SURROUNDINGS } from "../../../../testing/shared-command.ts";

const MAIN = process.env["TEST_COMMAND"] ?? fileURLToPath(new URL("../../../cli/src/main.ts", import.meta.url));

const ADMIN = { username: "root", password: "correct horse battery" };

/** A server of its own on SQLite, and the command of its administrator. */
export interface Workplace extends AsyncDisposable {
  /** Runs `cadastre` with these arguments. */
  cadastre(args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Ended>;
  /** Everything that the inventory holds, with ids and times: the same text means that nothing was changed. */
  content(): Promise<string>;
  /** Writes a file. @returns its path */
  file(name: string, content: string | Uint8Array): Promise<string>;
}

function started(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...SURROUNDINGS, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  const ended = once(child, "close").then(([code]): Ended => ({ code: code as number | null, out, err }));
  return { child, out: () => out, ended };
}

/** Starts the server, and makes a key for the commands. */
export async function openWorkplace(): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), "cadastre-import-"));
  const server = started(["serve"], {
    DATABASE_URL: `sqlite://${join(folder, "inventory.db")}`,
    ENCRYPTION_KEY: "YSBrZXkgb2YgMzIgYnl0ZXMgZm9yIHRlc3RzIG9ubHk=",
    LISTEN_ADDR: "127.0.0.1:0",
    BCRYPT_COST: "4",
    RATE_LIMIT_ENABLED: "false",
    DISCOVERY_TOOLS: "none",
    INITIAL_ADMIN_USERNAME: ADMIN.username,
    INITIAL_ADMIN_PASSWORD: ADMIN.password,
  });
  const url = await new Promise<string>((resolve, reject) => {
    server.child.stdout.on("data", () => {
      const found = /is running at (\S+)\n/.exec(server.out())?.[1];
      if (found !== undefined) resolve(found);
    });
    void server.ended.then(({ out, err }) => reject(new Error(`the server ended: ${out}${err}`)));
  });
  const own = { HOME: folder, SERVICE_API_URL: url, SERVICE_API_TOKEN: await keyOf(url) };
  const cadastre: Workplace["cadastre"] = async (words, more = {}) => {
    const environment = { ...own, ...more };
    return (
      (await runShared({ words, environment: { ...SURROUNDINGS, ...environment }, input: "", cwd: process.cwd() })) ??
      (await started(words, environment).ended)
    );
  };
  return {
    cadastre,
    content: async () => (await cadastre(["export", "all", "--as", "json"])).out,
    file: async (name, content) => {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    },
    [Symbol.asyncDispose]: async () => {
      server.child.kill("SIGTERM");
      await server.ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function keyOf(url: string): Promise<string> {
  const headers = { "content-type": "application/json", "x-requested-with": "XMLHttpRequest" };
  const login = await fetch(`${url}/api/auth/login`, { method: "POST", headers, body: JSON.stringify(ADMIN) });
  const cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const made = await fetch(`${url}/api/keys`, {
    method: "POST",
    headers: { ...headers, cookie },
    body: JSON.stringify({ name: "import" }),
  });
  if (made.status !== 201) throw new Error(`no key was made: ${made.status} ${await made.text()}`);
  return ((await made.json()) as { readonly key: string }).key;
}
