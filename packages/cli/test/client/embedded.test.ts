import { PostgresDatabases } from "@cadastre/testing";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { type Ended, ENCRYPTION_KEY, run } from "../support/command.ts";

const PASSWORD = "correct horse battery";

describe("the client commands without a server", () => {
  it.each(["sqlite", "postgresql"] as const)("work on the database itself, in the name of the local operator, on %s", async (storage) => {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-embedded-"));
    await using temporary =
      storage === "postgresql" ? await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase() : undefined;
    const url = temporary?.url ?? `sqlite://${join(folder, "inventory.db")}`;
    // A password is on no command line: PostgreSQL's URL is that of the settings.
    const settings = {
      HOME: folder,
      BCRYPT_COST: "4",
      ENCRYPTION_KEY,
      DISCOVERY_TOOLS: "none",
      DISCOVERY_ALLOW: "127.0.0.0/8",
      ...(storage === "postgresql" ? { DATABASE_URL: url } : {}),
    };
    const database = storage === "postgresql" ? "settings" : url;
    const cadastre = async (args: string, input?: string): Promise<Ended> =>
      await run([...args.split(" "), "--database", database], settings, input);
    const jsonOf = async (args: string): Promise<unknown> => {
      const { code, out, err } = await cadastre(`${args} -o json`);
      if (code !== 0) throw new Error(err);
      return JSON.parse(out);
    };
    try {
      expect(await cadastre("user create --username root --admin --password-stdin", PASSWORD)).toMatchObject({
        code: 0,
        err: "user root created, with admin\n",
      });
      expect(await jsonOf("network create --name here --subnet 127.9.9.0/30")).toMatchObject({ subnet: "127.9.9.0/30" });
      expect(await jsonOf("device create --name web-1 --address 127.9.9.1")).toMatchObject({ addresses: [{ ip: "127.9.9.1" }] });
      expect(await cadastre("device create --name web-2")).toMatchObject({ code: 0 });
      const newest = await cadastre("device list --limit 1 --sort -name --count -o json");
      expect(JSON.parse(newest.out)).toMatchObject([{ name: "web-2" }]);
      const [, cursor = ""] = /^2 in all\nnext page: --after (\S+)\n$/.exec(newest.err) ?? [];
      expect(await cadastre(`device list --limit 1 --sort -name --after ${cursor} -o json --quiet`)).toMatchObject({ code: 0, err: "" });
      expect(await cadastre("device list --count -o ids")).toMatchObject({ code: 0, err: "2 in all\n" });
      expect(await jsonOf(`device list --sort -name --after ${cursor}`)).toMatchObject([{ name: "web-1" }]);
      expect(await cadastre("device delete web-2 --yes")).toMatchObject({ code: 0 });
      expect(await jsonOf("network utilization here")).toMatchObject({ used_ips: 1 });
      expect(await jsonOf("user list")).toMatchObject([{ username: "root" }]);
      // The scan runs in this process, so the command stays with it.
      expect(await cadastre("discovery scan here")).toMatchObject({
        code: 0,
        out: expect.stringMatching(/status +completed/),
        err: expect.stringContaining("completed 100%"),
      });
      expect(await jsonOf("discovery list here")).toHaveLength(2);
      expect(await cadastre("device get nobody")).toMatchObject({ code: 6, out: "" });
      expect(await cadastre("device create --name=")).toMatchObject({ code: 1, err: expect.stringContaining("name: is required") });
      const [change] = (await jsonOf("audit list --resource device --action create")) as Record<string, unknown>[];
      expect(change).toMatchObject({ source: "cli", username: expect.stringMatching(/^local:/), user_id: null });
      expect(await cadastre("whoami")).toMatchObject({ code: 0, out: "", err: expect.stringContaining("local operator") });
      expect(await cadastre("device delete web-1 --yes")).toMatchObject({ code: 0, err: "deleted web-1\n" });
      expect(await jsonOf("device list")).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
