import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runHealth } from "../../src/server/health.ts";
import { run, serve } from "../support/command.ts";
import { freePort } from "../support/oauth-server.ts";

/** A server whose answers are given: by path, the status and the type. */
async function standIn(listener: RequestListener): Promise<{ readonly address: string } & AsyncDisposable> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

describe("cadastre health", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-health-"));
  });
  afterEach(async () => await rm(folder, { recursive: true, force: true }));

  it("finds a server well on all interfaces, and not when there is none", async () => {
    const settings = { DATA_DIR: folder, LISTEN_ADDR: `:${await freePort()}` };
    expect(await run(["health"], settings)).toMatchObject({ code: 1, out: "", err: expect.stringContaining("is not responding") });
    const server = await serve(settings);
    // From sources the page is built first.
    expect(await run(["health", "--wait", "200"], settings)).toMatchObject({ code: 0, out: "healthy\n", err: "" });
    await server.stop();
    expect(await run(["health"], settings)).toMatchObject({ code: 1 });
  });

  it.each([
    { wrong: "the page is not there", path: "/", status: 503, type: "text/html" },
    { wrong: "something else than a page is there", path: "/", status: 200, type: "application/json" },
    { wrong: "the server is not well", path: "/healthz", status: 500, type: "application/json" },
  ])("fails when $wrong", async ({ path, status, type }) => {
    await using server = await standIn(({ url }, response) => {
      if (url === path) response.writeHead(status, { "content-type": type }).end();
      else response.writeHead(200, { "content-type": url === "/" ? "text/html" : "application/json" }).end();
    });
    const settings = { DATA_DIR: folder, LISTEN_ADDR: server.address };
    await expect(runHealth(settings, {})).rejects.toThrow(new RegExp(`${server.address}${path} .*${status}`));
  });

  it("looks for the page under the base path", async () => {
    await using server = await standIn(({ url }, response) => {
      if (url === "/healthz" || url === "/ipam/") response.writeHead(200, { "content-type": "text/html" }).end();
      else response.writeHead(404).end();
    });
    const settings = { DATA_DIR: folder, LISTEN_ADDR: server.address };
    await expect(runHealth(settings, {})).rejects.toThrow("is not a page");
    await runHealth({ ...settings, BASE_PATH: "/ipam" }, {});
  });

  it("asks for no page of a server that is told to have none", async () => {
    await using server = await standIn(({ url }, response) => response.writeHead(url === "/healthz" ? 200 : 404).end());
    const settings = { DATA_DIR: folder, LISTEN_ADDR: server.address };
    await expect(runHealth(settings, {})).rejects.toThrow("is not a page");
    await writeFile(join(folder, "cadastre.config.mjs"), 'export default { without: ["web-ui"] };');
    await runHealth({ ...settings, CADASTRE_CONFIG: join(folder, "cadastre.config.mjs") }, {});
  });

  it("goes on asking as long as it is told, and no longer than the process of the service lives", async () => {
    let asked = 0;
    await using server = await standIn((_request, response) =>
      response.writeHead((asked += 1) > 3 ? 200 : 503, { "content-type": "text/html" }).end(),
    );
    const settings = { DATA_DIR: folder, LISTEN_ADDR: server.address };
    await runHealth({ ...settings, MAINPID: String(process.pid) }, { wait: 30 }, 1);
    expect(asked).toBe(5);
    asked = -1_000_000;
    const gone = spawn(process.execPath, ["--version"], { stdio: "ignore" });
    await once(gone, "exit");
    await expect(runHealth({ ...settings, MAINPID: String(gone.pid) }, { wait: 30 }, 1)).rejects.toThrow("the server has exited");
    await expect(runHealth({ ...settings, LISTEN_ADDR: "127.0.0.1:0" }, { wait: 30 }, 1)).rejects.toThrow("set a port");
  });
});
