import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PACKAGE = join(import.meta.dirname, "../..");
/** In the package, where its dependencies are found. */
const PLACE = join(PACKAGE, "node_modules", `.test-${process.pid}`);

/** Starts a server of the bundle, and prints what certificate it shows, and what was loaded. */
const PROGRAM = `
import { registerHooks } from "node:module";
import { connect } from "node:tls";
const loaded = [];
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
const { createInventory } = await import("@cadastre/inventory-core");
const { sqlite } = await import("@cadastre/inventory-core/sqlite");
const { httpPlugin } = await import("./dist/index.js");
const selfSigned = process.argv[2] === "selfSigned";
const http = httpPlugin({ port: 0, selfSigned });
const inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [http] });
let shown;
if (selfSigned) {
  const { hostname, port } = new URL(http.server.url);
  shown = await new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate().fingerprint256);
      socket.destroy();
    });
    socket.on("error", reject);
  });
} else if ((await fetch(http.server.url + "/healthz")).status !== 200) throw new Error("not healthy");
console.log(JSON.stringify({ shown, told: http.server.fingerprint, loaded }));
await inventory.close();
`;

interface Printed {
  readonly shown?: string;
  readonly told?: string;
  readonly loaded: readonly string[];
}

describe("the package as it is published", () => {
  beforeAll(async () => {
    await mkdir(PLACE, { recursive: true });
    await promisify(execFile)(join(PACKAGE, "../../node_modules/.bin/tsup"), ["--no-dts", "--out-dir", join(PLACE, "dist")], {
      cwd: PACKAGE,
    });
    await writeFile(join(PLACE, "program.mjs"), PROGRAM);
  });
  afterAll(async () => await rm(PLACE, { recursive: true, force: true }));

  const run = async (...args: readonly string[]): Promise<Printed> => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(PLACE, "program.mjs"), ...args]);
    return JSON.parse(stdout) as Printed;
  };
  const filesOf = (loaded: readonly string[], library: string): string[] => loaded.filter((url) => url.includes(`/${library}/`));

  it("listens without what makes certificates, and with one limiter of a dozen", async () => {
    const { loaded, told } = await run();
    expect(loaded).toContain(pathToFileURL(join(PLACE, "dist/index.js")).href);
    expect(told).toBeUndefined();
    expect(filesOf(loaded, "node-forge")).toEqual([]);
    expect(filesOf(loaded, "rate-limiter-flexible").length).toBeLessThan(10);
  });

  it("makes a certificate when it is asked for one", async () => {
    const { loaded, shown, told } = await run("selfSigned");
    expect(shown).toBe(told);
    expect(told).toMatch(/^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/);
    expect(filesOf(loaded, "node-forge")).not.toEqual([]);
  });
});
