import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createHash } from "node:crypto";
import { pipeline, Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAIN, run } from "../support/command.ts";

const DEVICES = 100_000;

/**
 * Old space in MiB: less than the list has in characters, and a fraction of what it would take as objects. What lives at a
 * time is a quarter of it; a limit as tight as that is reached by garbage that was not collected in time.
 */
const OLD_SPACE_MIB = 64;

const deviceText = (number: number): string =>
  JSON.stringify({
    id: `01a1ffd3-54dc-7292-bdc9-${String(number).padStart(12, "0")}`,
    name: `device-${number}`,
    hostname: `device-${number}.example.com`,
    description: "x".repeat(400),
    status: "active",
    tags: ["production", "a"],
    addresses: [{ id: "a", ip: `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`, port: null, type: "ipv4", label: "eth0" }],
    domains: [],
  });

function* parts(): Generator<string> {
  for (let number = 0; number < DEVICES; number += 500) {
    yield (number === 0 ? "[" : ",") + Array.from({ length: 500 }, (_, index) => deviceText(number + index)).join(",");
  }
  yield "]";
}

describe("a list of 100,000 devices", () => {
  let server: Server;
  let url: string;
  beforeAll(async () => {
    server = createServer((_, answer) => {
      answer.writeHead(200, { "content-type": "application/json" });
      // The reader may leave before the end.
      pipeline(Readable.from(parts()), answer, () => {});
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it.each([
    ["json", (text: string) => text.split('"name":').length - 1],
    ["csv", (text: string) => text.split("\n").length - 2],
    ["ids", (text: string) => text.split("\n").length - 1],
    ["table", (text: string) => text.split("\n").length - 2],
  ])("goes through as %s in bounded memory", async (format, count) => {
    const child = spawn(process.execPath, [`--max-old-space-size=${OLD_SPACE_MIB}`, MAIN, "device", "list", "-o", format], {
      env: { PATH: process.env["PATH"], HOME: "/nowhere", SERVICE_API_URL: url },
    });
    let rows = 0;
    let rest = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const whole = rest + text;
      const end = whole.lastIndexOf("\n") + 1;
      rows += count(`${whole.slice(0, end)}`) - count("");
      rest = whole.slice(end);
    });
    let err = "";
    child.stderr.on("data", (text: Buffer) => (err += text.toString()));
    const [code] = (await once(child, "close")) as [number];
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(rows).toBeGreaterThanOrEqual(DEVICES);
    expect(rows).toBeLessThanOrEqual(DEVICES + 1);
  });

  it("ends quietly when nobody reads any more", async () => {
    const child = spawn("/bin/sh", ["-c", `"${process.execPath}" "${MAIN}" device list -o ids | head -n 2; exit $?`], {
      env: { PATH: process.env["PATH"], HOME: "/nowhere", SERVICE_API_URL: url },
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (text: Buffer) => (out += text.toString()));
    child.stderr.on("data", (text: Buffer) => (err += text.toString()));
    await once(child, "close");
    expect({ lines: out.trim().split("\n").length, err }).toEqual({ lines: 2, err: "" });
  });

  it("is whole, byte by byte, as JSON", async () => {
    const small = createServer((_, answer) =>
      answer.writeHead(200, { "content-type": "application/json" }).end(`[${deviceText(1)},${deviceText(2)}]`),
    ).listen(0, "127.0.0.1");
    await once(small, "listening");
    const { out } = await run(["device", "list", "-o", "json"], {
      HOME: "/nowhere",
      SERVICE_API_URL: `http://127.0.0.1:${(small.address() as AddressInfo).port}`,
    });
    small.close();
    const digest = (text: string): string => createHash("sha256").update(text).digest("hex");
    expect(digest(JSON.stringify(JSON.parse(out)))).toBe(digest(`[${deviceText(1)},${deviceText(2)}]`));
  });
});
