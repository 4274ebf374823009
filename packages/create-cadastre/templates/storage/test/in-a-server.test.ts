import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfiguration, serve } from "@cadastre/cli";
import { expect, it } from "vitest";

const CONFIG = fileURLToPath(new URL("../cadastre.config.ts", import.meta.url));

// What `npm start` does, with a database of its own and on a free port.
it("is what the server in cadastre.config.ts keeps its data in", async () => {
  const folder = await mkdtemp(join(tmpdir(), "my-storage-"));
  process.env["INVENTORY_FILE"] = join(folder, "inventory.db");
  const { settings, parts } = await readConfiguration({
    CADASTRE_CONFIG: CONFIG,
    DATA_DIR: folder,
    LISTEN_ADDR: "127.0.0.1:0",
    LOG_LEVEL: "warn",
  });
  const start = async () => await serve(settings, undefined, parts);
  try {
    let server = await start();
    await server.inventory.networks.create({ name: "lab", subnet: "10.0.0.0/24" });
    await server.stop();
    server = await start();
    expect((await server.inventory.networks.list()).map(({ name }) => name)).toEqual(["lab"]);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await server.stop();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);
