import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { builtFile } from "../../../../testing/built-file.ts";
import { parseExposition, valueOf } from "../support/exposition.ts";
import { open, until } from "../support/raw-http.ts";

test("a server without a free file descriptor counts it, and answers again when one is free", async (context) => {
  if (process.platform === "win32") context.skip("needs ulimit");
  const script = builtFile(new URL("../support/serve-child.ts", import.meta.url));
  const child = spawn("sh", ["-c", 'ulimit -n 128 && exec "$0" "$1"', process.execPath, script], { stdio: ["ignore", "pipe", "inherit"] });
  const sockets: Socket[] = [];
  try {
    const [first] = (await once(child.stdout, "data")) as [Buffer];
    const url = first.toString().trim();
    // This one is open before descriptors run out.
    const kept = await open(url);
    let text = "";
    kept.on("data", (chunk: Buffer) => (text += chunk.toString()));
    const scrape = async (): Promise<number> => {
      text = "";
      kept.write("GET /metrics HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer admin\r\n\r\n");
      await until(() => text.endsWith("\r\n0\r\n\r\n") || /content-length: (\d+)/i.test(text));
      await until(() => text.includes("cadastre_http_descriptors_exhausted_total "));
      const body = text.slice(text.indexOf("\r\n\r\n") + 4);
      return valueOf(parseExposition(body.slice(0, body.lastIndexOf("\n") + 1)), "cadastre_http_descriptors_exhausted_total");
    };
    expect(await scrape()).toBe(0);
    for (let opened = 0; opened < 150; opened += 1) sockets.push((await open(url)).on("error", () => {}).resume());
    await expect.poll(scrape, { interval: 500 }).toBeGreaterThan(0);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.status).toBe(200);
  } finally {
    for (const socket of sockets) socket.destroy();
    child.kill("SIGKILL");
  }
});
