import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bundle, buildBundle } from "../support/bundle.ts";

/** Writes the URL of each file that was loaded, and the name of each module of Node, those inside it included. */
const RECORDER = `
import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
const files = [];
registerHooks({ load: (url, context, next) => { files.push(url); return next(url, context); } });
process.on("exit", () => writeFileSync(process.env.LOADED_MODULES, JSON.stringify([...files, ...process.moduleLoadList])));
`;

const DEVICE = { id: "01a1ffd3-54dc-7292-bdc9-000000000001", name: "web-1" };

describe("the command as it is published", () => {
  let bundle: Bundle;
  let folder: string;
  let server: Server;
  beforeAll(async () => {
    bundle = await buildBundle();
    folder = await mkdtemp(join(tmpdir(), "cadastre-bundle-"));
    await writeFile(join(folder, "recorder.mjs"), RECORDER);
    server = createServer(({ url, method }, answer) => {
      answer
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify(url === "/api/devices" && method === "GET" ? [DEVICE] : DEVICE));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(async () => {
    server.close();
    await bundle[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const loadedBy = async (args: readonly string[]): Promise<readonly string[]> => {
    const file = join(folder, "loaded");
    const { stdout } = await promisify(execFile)(process.execPath, ["--import", join(folder, "recorder.mjs"), bundle.main, ...args], {
      env: {
        PATH: process.env["PATH"],
        HOME: folder,
        SERVICE_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        SERVICE_API_TOKEN: "cad_x",
        LOADED_MODULES: file,
      },
    });
    expect(stdout).toContain("web-1");
    return JSON.parse(await readFile(file, "utf8")) as string[];
  };
  const packagesIn = (loaded: readonly string[]): string[] =>
    [...new Set(loaded.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/.][^/]*)\//.exec(url)?.[1] ?? []))].toSorted();

  it.each([
    ["device", "list"],
    ["device", "list", "-o", "json"],
    ["device", "get", DEVICE.id],
    ["device", "create", "--name", "web-1"],
  ])("loads what a client command needs, and nothing else: %s %s", async (...args) => {
    const loaded = await loadedBy(args);
    expect(packagesIn(loaded)).toEqual([]);
    // The first use of the global fetch, of Headers or of Response compiles undici, which takes as long as starting Node.
    expect(loaded.filter((name) => /undici|internal\/crypto\/webcrypto|NativeModule (?:https|tls|http2|inspector)$/.test(name))).toEqual(
      [],
    );
    expect(loaded.filter((name) => name.startsWith("file:") && name.includes(bundle.folder)).length).toBeLessThan(40);
  });

  it("loads what a format needs when it is asked for", async () => {
    expect(packagesIn(await loadedBy(["device", "list", "-o", "csv"]))).toEqual(["csv-stringify"]);
    expect(packagesIn(await loadedBy(["device", "list", "-o", "yaml"]))).toEqual(["yaml"]);
  });
});
