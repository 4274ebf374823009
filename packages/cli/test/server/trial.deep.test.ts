import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { once } from "node:events";
import { type networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addressForOthers, qrCode } from "../../src/trial/qr-code.ts";
import { run, type Served, serve } from "../support/command.ts";

const ADMIN = { INITIAL_ADMIN_USERNAME: "root", INITIAL_ADMIN_PASSWORD: "correct horse battery", BCRYPT_COST: "4" };

describe("serve for a trial", () => {
  let folder: string;
  const running: Served[] = [];
  const begin = async (args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Served> => {
    const server = await serve({ LISTEN_ADDR: "127.0.0.1:0", DATA_DIR: join(folder, "data"), ...environment }, undefined, args);
    running.push(server);
    return server;
  };
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "cadastre-trial-"))));
  afterEach(async () => {
    for (const server of running.splice(0)) {
      server.child.kill("SIGKILL");
      await server.ended;
    }
    await rm(folder, { recursive: true, force: true });
  });

  /** A program of this name that keeps its arguments. @returns the PATH on which it is, and the file of the arguments */
  async function recorder(name: string, code = 0): Promise<{ readonly path: string; readonly file: string }> {
    const file = join(folder, "arguments");
    await writeFile(join(folder, name), `#!/bin/sh\necho "$@" > ${file}.part && mv ${file}.part ${file}\nexit ${code}\n`);
    await chmod(join(folder, name), 0o755);
    return { path: `${folder}:${process.env["PATH"]}`, file };
  }

  it("speaks https with a certificate for this machine, and says its fingerprint", async () => {
    const server = await begin(["--https"], ADMIN);
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow("fetch failed");
    const body = JSON.stringify({ username: "root", password: ADMIN.INITIAL_ADMIN_PASSWORD });
    const login = request(`${server.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": body.length },
      rejectUnauthorized: false,
      agent: false,
    });
    login.end(body);
    const [answer] = (await once(login, "response")) as [IncomingMessage];
    const certificate = (answer.socket as TLSSocket).getPeerCertificate();
    answer.resume();
    expect([answer.statusCode, answer.headers["set-cookie"]?.[0]]).toEqual([
      200,
      expect.stringMatching(/^__Host-service_session=.*Secure/),
    ]);
    // A browser that is told to keep to https would refuse the plain server of tomorrow.
    expect(answer.headers["strict-transport-security"]).toBeUndefined();
    expect(certificate.subjectaltname).toBe("DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1");
    await expect.poll(() => server.out()).toContain(certificate.fingerprint256);
    // A key of 2,048 bits is made at the start, by JavaScript.
  });

  it("opens a browser where there is a display, without the setup token", async () => {
    const { path, file } = await recorder("xdg-open");
    const server = await begin(["--open"], { PATH: path, DISPLAY: ":0" });
    await expect.poll(async () => await readFile(file, "utf8").catch(() => "")).toBe(`${server.url}/setup\n`);
    expect(server.out()).toContain(`${server.url}/setup#`);
  });

  it.each([
    ["has no display", {}, "no display in this session"],
    ["has nothing that opens it", { DISPLAY: ":0", PATH: "/nonexistent" }, "xdg-open is not installed"],
  ])("runs on and says so on a machine that %s", async (_what, environment, reason) => {
    const server = await begin(["--open"], environment);
    await expect.poll(() => server.err()).toContain(`cadastre: --open: ${reason}; open ${server.url}/setup yourself\n`);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it("says when the browser did not start", async () => {
    const { path } = await recorder("xdg-open", 3);
    const server = await begin(["--open"], { PATH: path, DISPLAY: ":0", ...ADMIN });
    await expect.poll(() => server.err()).toContain(`cadastre: --open: xdg-open exited with code 3; open ${server.url}/ yourself\n`);
  });

  it("draws no QR code of an address that no telephone reaches", async () => {
    const server = await begin(["--qr"], ADMIN);
    await expect.poll(() => server.err()).toContain(`--qr: ${server.url} is reachable on this machine only`);
    expect(server.out()).not.toContain("▄");
  });

  it("draws the address by which others reach it", () => {
    const interfaces = {
      lo: [{ address: "127.0.0.1", family: "IPv4", internal: true }],
      eth0: [
        { address: "fe80::1", family: "IPv6", internal: false },
        { address: "192.0.2.7", family: "IPv4", internal: false },
      ],
    } as unknown as ReturnType<typeof networkInterfaces>;
    expect(addressForOthers("http://127.0.0.1:8080", "", interfaces)).toBe("http://192.0.2.7:8080");
    expect(addressForOthers("http://127.0.0.1:8080", "0.0.0.0", {})).toBeUndefined();
    expect(addressForOthers("http://127.0.0.2:8080", "127.0.0.2", interfaces)).toBeUndefined();
    expect(addressForOthers("https://cadastre.example:8443", "cadastre.example", interfaces)).toBe("https://cadastre.example:8443");
    const lines = qrCode("http://192.0.2.7:8080/setup#token").split("\n");
    expect(lines.length).toBeGreaterThan(10);
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
    expect(qrCode("http://192.0.2.7:8080/")).not.toBe(qrCode("http://192.0.2.8:8080/"));
  });

  it.each([
    [
      "in production",
      ["--https", "--open"],
      { NODE_ENV: "production" },
      "--open and --https: for evaluation only, and NODE_ENV is production; omit it",
    ],
    [
      "beside a certificate of one's own",
      ["--https"],
      { TLS_CERT_FILE: "/dev/null", TLS_KEY_FILE: "/dev/null" },
      "--https: the server already uses https with the certificate of TLS_CERT_FILE",
    ],
    ["open to other machines", ["--https"], { LISTEN_ADDR: ":0" }, "--https: the generated certificate is valid on this machine only"],
  ])("is refused %s", async (_what, args, environment, sentence) => {
    const ended = await run(["serve", ...args], { LISTEN_ADDR: "127.0.0.1:0", DATA_DIR: join(folder, "data"), ...environment });
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining(`cadastre: ${sentence}`) });
  });

  it("is not what a server does by itself", async () => {
    const server = await begin([], { DISPLAY: ":0", PATH: (await recorder("xdg-open")).path, NODE_ENV: "production" });
    expect(server.url).toMatch(/^http:/);
    await expect(readFile(join(folder, "arguments"))).rejects.toThrow("ENOENT");
  });
});
