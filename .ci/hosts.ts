// Cadastre in servers, runtimes and bundlers of others (examples/hosts): each folder is an application, which is installed with our
// packages from a registry, built, started by its own script, used over HTTP and stopped.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { type PackedPackage, readManifest, ROOT, runQuietly } from "./packages/packed.ts";
import { LocalRegistry } from "./packages/registry.ts";

const HOSTS = join(ROOT, "examples/hosts");

/** Their frameworks take a minute and more to install and to build; a trial tries them. */
export const LARGE_HOSTS: readonly string[] = ["nestjs", "next", "nitro"];

/** Those that take seconds. */
export async function quickHosts(): Promise<readonly string[]> {
  const folders = (await readdir(HOSTS, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).filter((name) => !LARGE_HOSTS.includes(name));
}

/** The scripts of a host that start a server, each with the one that builds it. */
const STARTS = { start: "build", dev: undefined, "start:standalone": "build:standalone" } as const;

/** Longest time that a host may take to answer, and to end. */
const START_MS = 120_000;
const STOP_MS = 20_000;

/**
 * Tries hosts one after the other.
 * @param folder where they are copied to @param report of a line for each
 * @throws an error that names those that failed, of which each was reported with its output
 */
export async function tryHosts(
  names: readonly string[],
  packed: readonly PackedPackage[],
  folder: string,
  report: (line: string) => void,
): Promise<void> {
  const others = (await runQuietly("npm", ["config", "get", "registry"], ROOT)).trim();
  const registry = await LocalRegistry.start(packed, others);
  const failed: string[] = [];
  try {
    for (const name of names) {
      const since = performance.now();
      try {
        await tryHost(name, registry.url, folder);
        report(`${name}: installed, built, used and stopped in ${((performance.now() - since) / 1000).toFixed(0)} s`);
      } catch (error) {
        failed.push(name);
        report(`${name}: ${inspect(error)}`);
      }
    }
  } finally {
    await registry.stop();
  }
  if (failed.length > 0) throw new Error(`hosts that failed: ${failed.join(", ")}`);
}

/** Installs a host in a folder of its own, builds it, and tries each of its servers. */
async function tryHost(name: string, registry: string, folder: string): Promise<void> {
  const host = join(folder, name);
  await cp(join(HOSTS, name), host, { recursive: true, filter: (source) => basename(source) !== "node_modules" });
  await writeFile(join(host, ".npmrc"), `@cadastre:registry=${registry}\naudit=false\nfund=false\n`);
  await runQuietly("npm", ["install"], host);
  const { scripts = {} } = await readManifest(host);
  for (const [script, build] of Object.entries(STARTS)) {
    const command = scripts[script];
    if (command === undefined) continue;
    if (build !== undefined) await runQuietly("npm", ["run", build, "--if-present"], host);
    await tryServer(host, command, `${name}-${script}`);
  }
}

/** Starts a server, uses it and stops it. @param device name of the device that is made */
async function tryServer(cwd: string, command: string, device: string): Promise<void> {
  const port = await freePort();
  const [program = "", ...args] = command.split(" ");
  const PATH = [join(cwd, "node_modules/.bin"), dirname(process.execPath), process.env["PATH"]].join(":");
  const child = spawn(program, args, { cwd, env: { ...process.env, PATH, PORT: String(port) }, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (printed += text));
  try {
    const url = `http://127.0.0.1:${port}/ipam`;
    await answered(url, () => child.exitCode !== null);
    await use(url, device);
    child.kill("SIGTERM");
    const end = await Promise.race([ended, setTimeout(STOP_MS, undefined, { ref: false })]);
    assert.ok(end !== undefined, `it did not end within ${STOP_MS / 1000} s of SIGTERM`);
    assert.ok(end[0] === 0 || end[0] === 143 || end[1] === "SIGTERM", `it ended with ${end[0] ?? end[1]}`);
  } catch (error) {
    throw new Error(`${command} in ${cwd} printed\n${printed}`, { cause: error });
  } finally {
    child.kill("SIGKILL");
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits until the server is healthy. */
async function answered(url: string, hasEnded: () => boolean): Promise<void> {
  for (const until = performance.now() + START_MS; ; await setTimeout(100)) {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.status === 200) return;
    assert.ok(!hasEnded() && performance.now() < until, `it does not answer: ${answer?.status} ${await answer?.text()}`);
  }
}

/** Writes, reads and listens, as an application does. */
async function use(url: string, name: string): Promise<void> {
  const end = new AbortController();
  // A program that takes compressed answers gets each event at once nevertheless.
  const stream = await fetch(`${url}/api/events/stream`, { headers: { "accept-encoding": "gzip" }, signal: end.signal });
  assert.equal(stream.headers.get("content-type"), "text/event-stream");
  const post = async (body: object): Promise<Response> =>
    await fetch(`${url}/api/devices`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const made = await post({ name });
  assert.equal(made.status, 201, await made.clone().text());
  const { id } = (await made.json()) as { readonly id: string };
  const refused = await post({ name: 1 });
  assert.equal(refused.status, 400);
  assert.equal(((await refused.json()) as { readonly code: string }).code, "VALIDATION_ERROR");
  await heard(stream, name);
  end.abort();
  const devices = (await (await fetch(`${url}/api/devices`)).json()) as readonly { readonly id: string }[];
  assert.ok(devices.some((device) => device.id === id));
  assert.equal((await fetch(`${url}/api/devices/${id}`, { method: "DELETE" })).status, 204);
  // The path of the web page, whose slash frameworks take off.
  assert.ok((await fetch(`${url}/`, { redirect: "manual" })).headers.has("x-request-id"));
  // Bundles have the code alone, and leave the page out.
  assert.equal((await fetch(`${url}/docs`)).status, name.startsWith("esbuild") ? 404 : 200);
}

/** Reads a stream of events until one names the device. */
async function heard(stream: Response, name: string): Promise<void> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of stream.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(piece, { stream: true });
    if (new RegExp(`event: device\\.created\\ndata: .*"${name}"`).test(text)) return;
  }
  assert.fail(`the stream ended without the event: ${text}`);
}
