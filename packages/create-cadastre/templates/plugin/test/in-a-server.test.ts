import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfiguration, serve } from "@cadastre/cli";
import { expect, it } from "vitest";

const CONFIG = fileURLToPath(new URL("../cadastre.config.ts", import.meta.url));

// What `npm start` does, with a database of its own and on a free port.
it("has its operations in the API of the server in cadastre.config.ts", async () => {
  const folder = await mkdtemp(join(tmpdir(), "my-plugin-"));
  const { settings, parts } = await readConfiguration({
    CADASTRE_CONFIG: CONFIG,
    DATA_DIR: folder,
    LISTEN_ADDR: "127.0.0.1:0",
    LOG_LEVEL: "warn",
  });
  const server = await serve(settings, undefined, parts);
  try {
    // They are there, and ask who is calling.
    expect((await fetch(`${server.url}/api/racks`)).status).toBe(401);
    expect(server.inventory.host.operations.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["racks.list", "racks.create", "rackUnits.get"]),
    );
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);
