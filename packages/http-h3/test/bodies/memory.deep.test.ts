import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import type { Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { builtFile } from "../../../../testing/built-file.ts";
import { open, until } from "../support/raw-http.ts";

const MEBIBYTE = 1024 ** 2;
const PATH = "/api/import/plan";
const isLinux = process.platform === "linux";

let child: ChildProcess;
let url: string;
let sockets: Socket[];
beforeEach(async () => {
  sockets = [];
  child = spawn(process.execPath, [builtFile(new URL("../support/serve-child.ts", import.meta.url))], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [first] = (await once(child.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  url = first.toString().trim();
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  child.kill("SIGKILL");
});

/** Memory of the server, in MiB: now, or the most so far. */
function memory(name: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(new RegExp(String.raw`${name}:\s+(\d+) kB`).exec(status)?.[1]) / 1024;
}

/** Sizes of the temporary files of the server. */
function fileSizes(): readonly number[] {
  const folder = `/proc/${child.pid}/fd`;
  return readdirSync(folder).flatMap((fd) => {
    try {
      return readlinkSync(`${folder}/${fd}`).includes("cadastre-spool-") ? [statSync(`${folder}/${fd}`).size] : [];
    } catch {
      return [];
    }
  });
}

test.skipIf(!isLinux)("twenty-four stalled uploads of 63 MiB by two users cost disk space and at most 150 MiB of memory", async () => {
  expect((await fetch(`${url}/api/devices`, { headers: { authorization: "Bearer admin" } })).status).toBe(200);
  const before = memory("VmRSS");
  const piece = Buffer.alloc(MEBIBYTE, "\n");
  let refused = 0;
  for (let nth = 0; nth < 24; nth += 1) {
    const socket = await open(url);
    sockets.push(socket.on("error", () => {}));
    socket.once("data", (answer: Buffer) => void (refused += answer.toString("latin1", 9, 12) === "503" ? 1 : 0));
    const as = nth % 2 === 0 ? "admin" : "other";
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${as}\r\nContent-Type: application/x-ndjson\r\n` +
        `Content-Length: ${63 * MEBIBYTE}\r\n\r\n`,
    );
    for (let sent = 1; sent <= 63; sent += 1) if (!socket.write(sent === 63 ? piece.subarray(1) : piece)) await once(socket, "drain");
  }
  await until(() => refused === 20 && fileSizes().every((size) => size === 63 * MEBIBYTE - 1));
  expect(fileSizes()).toHaveLength(4);
  expect(memory("VmRSS") - before).toBeLessThan(150);
  for (const socket of sockets) socket.destroy();
  await until(() => fileSizes().length === 0);
});

test.skipIf(!isLinux)(
  "of four import plans of 61 MiB by one user, two are made without their bodies in memory, and two are refused",
  async () => {
    const row = (line: number): string =>
      `${JSON.stringify({ at: { line }, type: "device", set: { name: `imported ${line}`, description: "x".repeat(1000) } })}\n`;
    const rows = Array.from({ length: 57_000 }, (_, line) => row(line)).join("");
    const body = Buffer.from(rows.padEnd(61 * MEBIBYTE, "\n"));
    expect(body.length).toBe(61 * MEBIBYTE);
    const headers = { authorization: "Bearer admin", "content-type": "application/x-ndjson", "accept-encoding": "identity" };
    const before = memory("VmRSS");
    const statuses = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const answer = await fetch(url + PATH, { method: "POST", headers, body });
        await answer.body?.pipeTo(new WritableStream());
        return answer.status;
      }),
    );
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 503, 503]);
    // The peak includes garbage. With four bodies in memory it was 1 GiB.
    expect(memory("VmHWM") - before).toBeLessThan(500);
  },
);
