import { spawn } from "node:child_process";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench, PASSWORD } from "../support/client.ts";
import { MAIN } from "../support/command.ts";

/** `script` gives a command a terminal. */
const SCRIPT = "/usr/bin/script";

function has(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs a command on a terminal; each answer is typed when its question is there. */
async function onTerminal(
  bench: Bench,
  args: string,
  dialogue: readonly (readonly [question: RegExp, answer: string])[],
): Promise<{ readonly code: number | null; readonly shown: string }> {
  const child = spawn(SCRIPT, ["-qec", `stty cols 100 rows 30; ${process.execPath} ${MAIN} ${args}`, "/dev/null"], {
    env: { PATH: process.env["PATH"], TERM: "xterm", ...bench.environment },
  });
  let shown = "";
  const waiting = [...dialogue];
  // What hangs on a question is ended, and its text tells which.
  const limit = setTimeout(() => child.kill("SIGKILL"), 60_000);
  child.stdout.on("data", (text: Buffer) => {
    shown += text.toString();
    const [next] = waiting;
    if (next?.[0].test(shown) === true) {
      waiting.shift();
      child.stdin.write(next[1]);
    }
  });
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(limit);
  return { code, shown };
}

describe("signing in", () => {
  let bench: Bench;
  let path: string;
  beforeAll(async () => {
    bench = await openBench("sqlite");
    path = join(bench.home, ".config", "cadastre", "config.json");
  });
  afterAll(async () => await bench[Symbol.asyncDispose]());

  it("keeps a session in a file that only its owner may read, and never the password", async () => {
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(path, ".."))).mode & 0o777).toBe(0o700);
    const text = await readFile(path, "utf8");
    expect(JSON.parse(text)).toEqual({ api_url: bench.server.url, session: expect.stringMatching(/service_session=/) });
    expect(text).not.toContain(PASSWORD);
  });

  it("keeps an API key of standard input in a profile of its own, if it works", async () => {
    const key = (await bench.out("key create --name p --profile default")).trim();
    expect(await bench.cadastre("login --profile prod --token-stdin", { input: "cad_nothing\n" })).toMatchObject({
      code: 4,
      err: expect.stringContaining("is not valid on"),
    });
    const login = await bench.cadastre("login --profile prod --token-stdin", { input: `${key}\n` });
    expect(login).toMatchObject({ code: 0, out: "", err: expect.stringMatching(/as root; profile prod[^]*cadastre profile use prod/) });
    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ profiles: { prod: { api_url: bench.server.url, api_token: key } } });
    for (const args of ["whoami --profile prod -v", "profile list"]) {
      const { out, err } = await bench.cadastre(args, { environment: { SERVICE_API_URL: "" } });
      expect(out + err).not.toContain(key);
    }
    expect((await bench.cadastre("logout --profile prod")).err).toContain("the API key stays valid");
    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ profiles: { prod: { api_url: bench.server.url } } });
  });

  it("sends what a profile holds to its own server and no other", async () => {
    let seen: string | undefined = "nothing";
    const other = createServer((request, answer) => {
      seen = request.headers.cookie ?? request.headers.authorization;
      answer.writeHead(401, { "content-type": "application/json" }).end(JSON.stringify({ code: "UNAUTHORIZED", error: "no" }));
    }).listen(0, "127.0.0.1");
    await once(other, "listening");
    const ended = await bench.cadastre(`device list --api-url http://127.0.0.1:${(other.address() as AddressInfo).port}`);
    other.close();
    expect(ended).toMatchObject({ code: 4, err: expect.stringContaining("not signed in") });
    expect(seen).toBeUndefined();
  });

  it("follows flags, then the environment, then the profile", async () => {
    const dead = "http://127.0.0.1:1";
    const urlOf = async (args: string, environment: Record<string, string> = {}): Promise<string> =>
      (await bench.cadastre(`device status-counts -v --timeout 5 ${args}`.trim(), { environment })).err.split(" ")[1] ?? "";
    expect(await urlOf("", { SERVICE_API_URL: "" })).toContain(bench.server.url);
    expect(await urlOf("", { SERVICE_API_URL: dead })).toContain(dead);
    expect(await urlOf(`--api-url ${bench.server.url}`, { SERVICE_API_URL: dead })).toContain(bench.server.url);
    expect(await urlOf("--profile default", { SERVICE_API_URL: dead })).toContain(bench.server.url);
    expect((await bench.cadastre("device status-counts", { environment: { SERVICE_OUTPUT: "json" } })).out).toMatch(/^\{/);
    expect((await bench.cadastre("device status-counts -o csv", { environment: { SERVICE_OUTPUT: "json" } })).out).toMatch(/^planned,/);
    expect(await bench.cadastre("device list --profile nope")).toMatchObject({
      code: 2,
      err: expect.stringContaining("known are default"),
    });
  });

  it("says which file is wrong, without quoting it, and that others may read it", async () => {
    const home = join(bench.home, "other");
    await mkdir(join(home, ".config", "cadastre"), { recursive: true });
    const file = join(home, ".config", "cadastre", "config.json");
    await writeFile(file, '{"api_token": "cad_secret",', { mode: 0o644 });
    const broken = await bench.cadastre("device list", { environment: { HOME: home } });
    expect(broken).toMatchObject({
      code: 78,
      err: expect.stringMatching(/readable by other users[^]*config\.json cannot be used: invalid JSON/),
    });
    expect(broken.err).not.toContain("cad_secret");
    await writeFile(file, '{"api_url": 7}');
    expect((await bench.cadastre("device list", { environment: { HOME: home } })).err).toContain("api_url must be a string");
  });

  it("tells expired and wrong keys, ended sessions and missing rights apart", async () => {
    const none = await bench.cadastre("device list", { environment: { HOME: "/nowhere" } });
    expect(none).toMatchObject({ code: 4, err: expect.stringContaining("run cadastre login") });
    const wrong = await bench.cadastre("device list", { environment: { SERVICE_API_TOKEN: `cad_${"0".repeat(49)}` } });
    expect(wrong).toMatchObject({ code: 4, err: expect.stringContaining("the API key is not valid") });
    expect(wrong.err).not.toContain("0".repeat(20));
    // It ends within a moment, and is told apart from one that never was.
    const brief = (
      await bench.out([
        "key",
        "create",
        "--name",
        "brief",
        "--expires-at",
        new Date(Date.now() + 3000).toISOString(),
        "--profile",
        "default",
      ])
    ).trim();
    await expect
      .poll(async () => await bench.cadastre("device list", { environment: { SERVICE_API_TOKEN: brief } }))
      .toMatchObject({ code: 4, out: "", err: expect.stringContaining("your API key has expired: run cadastre login") });
    const session = JSON.stringify({ api_url: bench.server.url, session: `__Host-service_session=${"x".repeat(43)}` });
    const home = join(bench.home, "ended");
    await mkdir(join(home, ".config", "cadastre"), { recursive: true, mode: 0o700 });
    await writeFile(join(home, ".config", "cadastre", "config.json"), session, { mode: 0o600 });
    expect(await bench.cadastre("device list", { environment: { HOME: home } })).toMatchObject({
      code: 4,
      err: expect.stringContaining("your session has ended: run cadastre login"),
    });
    await bench.out("user create --username eve --role viewer --password-stdin --profile default", PASSWORD);
    await bench.out("login --profile eve --username eve --password-stdin", PASSWORD);
    expect(await bench.cadastre("device create --name x --profile eve")).toMatchObject({
      code: 4,
      out: "",
      err: expect.stringContaining("device:create"),
    });
    expect(await bench.cadastre("login --username root --password-stdin --profile no", { input: "not the password\n" })).toMatchObject({
      code: 4,
      out: "",
    });
  });

  it("needs a terminal, a key or a password, and none of them as an argument", async () => {
    expect(await bench.cadastre("login")).toMatchObject({ code: 2, err: expect.stringContaining("--token-stdin") });
    expect(await bench.cadastre("login --password-stdin", { input: PASSWORD })).toMatchObject({
      code: 2,
      err: expect.stringContaining("--username"),
    });
    expect(await bench.cadastre("login --token cad_x")).toMatchObject({
      code: 2,
      err: expect.stringContaining("unknown option '--token'"),
    });
    expect(await bench.cadastre("login --token-stdin", { input: "" })).toMatchObject({ code: 2 });
    expect(await bench.cadastre(`device list --api-url http://root:pw@127.0.0.1:1`)).toMatchObject({
      code: 2,
      err: expect.not.stringContaining(":pw"),
    });
  });

  it.skipIf(!has(SCRIPT))("asks on a terminal, and shows no password", async () => {
    const login = await onTerminal(bench, "login --profile asked", [
      [/User/, "root\r"],
      [/Password/, `${PASSWORD}\r`],
    ]);
    expect(login).toMatchObject({ code: 0, shown: expect.stringContaining("signed in to") });
    expect(login.shown).not.toContain(PASSWORD);
    const password = "typed, and long enough";
    const differing = await onTerminal(bench, "user create --username typed --profile default", [
      [/Password of typed/, `${password}\r`],
      [/Repeat it/, "another one\r"],
    ]);
    expect(differing).toMatchObject({ code: 1, shown: expect.stringContaining("the entries do not match: nothing was changed") });
    const typed = await onTerminal(bench, "user create --username typed --profile default", [
      [/Password of typed/, `${password}x\u007f\r`],
      [/Repeat it/, `${password}\r`],
    ]);
    expect(typed).toMatchObject({ code: 0, shown: expect.stringContaining("user typed created") });
    expect(typed.shown).not.toContain(password);
    expect((await bench.cadastre("login --username typed --password-stdin --profile typed", { input: password })).code).toBe(0);
    const stopped = await onTerminal(bench, "user reset-password typed --profile default", [[/Password of typed/, "corr\u0003"]]);
    expect(stopped).toMatchObject({ code: 130, shown: expect.stringContaining("nothing was changed") });
    await bench.out("device create --name asked-for -q");
    const no = await onTerminal(bench, "device delete asked-for", [[/asked-for/, "n"]]);
    expect(no).toMatchObject({ code: 1, shown: expect.stringContaining("nothing was changed") });
    expect((await bench.cadastre("device get asked-for")).code).toBe(0);
    const left = await onTerminal(bench, "device delete asked-for", [[/asked-for/, "\u0003"]]);
    expect(left.code).toBe(130);
    const yes = await onTerminal(bench, "device delete asked-for", [[/asked-for/, "y"]]);
    expect(yes).toMatchObject({ code: 0, shown: expect.stringContaining("deleted asked-for") });
    expect((await bench.cadastre("device get asked-for")).code).toBe(6);
  });
});
