import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PostgresDatabases } from "@cadastre/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Ended, ENCRYPTION_KEY, run, serve } from "../support/command.ts";

const PASSWORD = "correct horse battery";

describe("cadastre user and cadastre key", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-accounts-"));
  });
  afterEach(async () => await rm(folder, { recursive: true, force: true }));

  it.each(["sqlite", "postgresql"])("make users, passwords and keys before there is a server and beside one on %s", async (dialect) => {
    await using database =
      dialect === "postgresql" ? await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase() : undefined;
    const settings = {
      DATABASE_URL: database?.url ?? `sqlite://${join(folder, "inventory.db")}`,
      BCRYPT_COST: "4",
      ...(database === undefined ? {} : { ENCRYPTION_KEY }),
    };
    const cadastre = async (args: string, input?: string): Promise<Ended> => await run(args.split(" "), settings, input);

    const root = await cadastre(
      "user create --username root --admin --email root@example.com --password-stdin",
      `${PASSWORD}\r\nnot this line\n`,
    );
    expect(root).toMatchObject({ code: 0, out: expect.stringMatching(/^[0-9a-f-]{36}\n$/), err: "user root created, with admin\n" });
    const key = await cadastre("key create --user ROOT --name first --expires-at 2999-01-01T00:00:00Z");
    expect(key).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^cad_\w{49}\n$/),
      err: expect.stringContaining("expires 2999-01-01T00:00:00.000Z"),
    });

    const server = await serve(settings);
    expect(server.out()).not.toContain("setup token");
    const get = async (path: string, headers: Record<string, string>): Promise<Response> => await fetch(server.url + path, { headers });
    const bearer = { authorization: `Bearer ${key.out.trim()}` };
    expect(await (await get("/api/auth/me", bearer)).json()).toMatchObject({ username: "root", email: "root@example.com", is_admin: true });
    const login = async (username: string, password: string): Promise<Response> =>
      await fetch(`${server.url}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ username, password }),
      });
    const cookie = ((await login("root", PASSWORD)).headers.get("set-cookie") ?? "").split(";")[0] as string;
    expect((await get("/api/auth/me", { cookie })).status).toBe(200);

    // Beside the server: the session ends, the key stays.
    const reset = await cadastre("user reset-password root --password-stdin", "8 chars!");
    expect(reset).toMatchObject({ code: 0, out: "", err: expect.stringMatching(/fewer than 12[^]*all sessions ended/) });
    await expect.poll(async () => (await get("/api/auth/me", { cookie })).status, { timeout: 30_000, interval: 20 }).toBe(401);
    expect((await get("/api/auth/me", bearer)).status).toBe(200);
    expect((await login("root", PASSWORD)).status).toBe(401);
    expect((await login("root", "8 chars!")).status).toBe(200);
    expect(await cadastre("user create --username ann --role viewer --role operator --password-stdin", PASSWORD)).toMatchObject({
      code: 0,
      err: "user ann created, with operator, viewer\n",
    });
    const users = (await (await get("/api/users", bearer)).json()) as { username: string }[];
    expect(users.map(({ username }) => username)).toEqual(["ann", "root"]);
    const said = server.out() + server.err();
    expect((await server.stop()).code).toBe(0);
    for (const secret of [PASSWORD, "8 chars!", key.out.trim()]) expect(said).not.toContain(secret);
  });

  it("work on the database of a config file, unless the environment names a server", async () => {
    const config = join(folder, "cadastre.config.json");
    const home = { HOME: folder, BCRYPT_COST: "4" };
    await writeFile(config, JSON.stringify({ DATABASE_URL: `sqlite://${join(folder, "configured.db")}` }));
    const create = async (
      name: string,
      more: readonly string[],
      environment: Record<string, string> = {},
      where = folder,
    ): Promise<Ended> =>
      await run([...more, "user", "create", "--username", name, "--password-stdin"], { ...home, ...environment }, PASSWORD, where);
    // Somebody is signed in to another server: the config file in the working directory goes before that.
    await mkdir(join(folder, ".config", "cadastre"), { recursive: true });
    await writeFile(
      join(folder, ".config", "cadastre", "config.json"),
      JSON.stringify({ api_url: "http://127.0.0.1:1", api_token: "cad_x" }),
      { mode: 0o600 },
    );
    expect(await create("here", [])).toMatchObject({ code: 0 });
    const elsewhere = tmpdir();
    expect(await create("nowhere", [], {}, elsewhere)).toMatchObject({ code: 3 });
    expect(await create("flag", ["--config", config], {}, elsewhere)).toMatchObject({ code: 0 });
    const server = { SERVICE_API_URL: "http://127.0.0.1:1" };
    expect(await create("named", [], { ...server, CADASTRE_CONFIG: config }, elsewhere)).toMatchObject({ code: 0 });
    expect(await create("server", [], server)).toMatchObject({ code: 3 });
    expect((await run("user list -o csv --database settings".split(" "), { ...home, CADASTRE_CONFIG: config })).out).toMatch(
      /flag[^]*here[^]*named/,
    );
    // One without a database says nothing of where to go.
    await writeFile(config, JSON.stringify({ LOG_LEVEL: "warn" }));
    expect(await create("other", [])).toMatchObject({ code: 3 });
    await writeFile(config, "{");
    expect(await create("broken", [])).toMatchObject({ code: 78, err: expect.stringContaining("cannot be read") });
  });

  it("need what they are about, never take a password as an argument, and make no database for a reset", async () => {
    expect(await run(["user", "create"])).toMatchObject({ code: 2, err: expect.stringContaining("--username") });
    expect(await run(["key", "create", "--user", "root"])).toMatchObject({ code: 2, err: expect.stringContaining("--name") });
    expect(await run(["user", "reset-password", "root", PASSWORD])).toMatchObject({ code: 2 });
    const nowhere = { DATA_DIR: join(folder, "nowhere") };
    expect(await run(["user", "reset-password", "root", "--password-stdin"], nowhere, PASSWORD)).toMatchObject({
      code: 1,
      err: expect.stringContaining("no database at"),
    });
    expect(await run(["key", "create", "--user", "root", "--name", "x"], nowhere)).toMatchObject({
      code: 1,
      err: expect.stringContaining("no database at"),
    });
    expect(await run(["user", "create", "--help"])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/--password-stdin[^]*DATABASE_URL/),
    });
  });
});

describe("commands that are refused", () => {
  let shared: string;
  beforeAll(async () => {
    shared = await mkdtemp(join(tmpdir(), "cadastre-accounts-"));
    await run("user create --username root --admin --password-stdin".split(" "), { DATA_DIR: shared, BCRYPT_COST: "4" }, PASSWORD);
  });
  afterAll(async () => await rm(shared, { recursive: true, force: true }));

  it.each([
    ["a name that is taken, in another case", "user create --username ROOT --password-stdin", PASSWORD, /username ROOT already exists/],
    ["a short password", "user create --username ann --password-stdin", "eleven-char", /password: must have at least 12 characters/],
    ["an empty input", "user create --username ann --password-stdin", "", /standard input must contain the password in its first line/, 2],
    [
      "an input that is no password",
      "user create --username ann --password-stdin",
      "x".repeat(5000),
      /standard input is too long for the password/,
      2,
    ],
    ["no terminal to ask on", "user create --username ann", "", /--password-stdin/, 2],
    [
      "an unknown role",
      "user create --username ann --role boss --password-stdin",
      PASSWORD,
      /unknown role boss: known are admin, operator, proposer, viewer/,
    ],
    ["a reset of fewer than 8", "user reset-password root --password-stdin", "7 chars", /at least 8 characters/],
    ["a reset of more than 72 bytes", "user reset-password root --password-stdin", "x".repeat(73), /at most 72 bytes/],
    ["a reset of nobody", "user reset-password nobody --password-stdin", PASSWORD, /user "nobody" not found/],
    ["a key of nobody", "key create --user nobody --name x", "", /user "nobody" not found/],
    [
      "a key that has expired",
      "key create --user root --name x --expires-at 2020-01-01T00:00:00Z",
      "",
      /expires_at: must be in the future/,
    ],
    ["a time that is none", "key create --user root --name x --expires-at soon", "", /expires_at: must be an ISO 8601 time/],
  ])("say what is wrong with %s", async (_, args, input, said, code = 1) => {
    const ended = await run(args.split(" "), { DATA_DIR: shared, BCRYPT_COST: "4" }, input);
    expect(ended).toMatchObject({ code, out: "", err: expect.stringMatching(said) });
    expect(ended.err).toMatch(/^cadastre: [^\n]+\n$/);
  });

  it("say where a key needs no owner", async () => {
    const { code, err } = await run(["key", "create", "--name", "x"], { DATA_DIR: shared });
    expect([code, err]).toEqual([2, expect.stringMatching(/'--user <username>' not specified: .*pass --profile or --api-url/)]);
  });
});
