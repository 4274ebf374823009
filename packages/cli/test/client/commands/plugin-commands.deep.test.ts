import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../../support/client.ts";
import { ENCRYPTION_KEY, run } from "../../support/command.ts";

const RACKS = fileURLToPath(new URL("../../../../../examples/custom-plugin/src/racks-plugin.ts", import.meta.url));

let folder: string;
let config: string;
let bench: Bench;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cadastre-plugins-"));
  config = join(folder, "cadastre.config.json");
  await writeFile(config, JSON.stringify({ plugins: [{ use: RACKS, export: "racksPlugin" }] }));
  bench = await openBench("sqlite", { CADASTRE_CONFIG: config }, { eachAlone: true });
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** A place for what commands keep, of their own. */
const newCache = async (): Promise<Readonly<Record<string, string>>> => ({ XDG_CACHE_HOME: await mkdtemp(join(folder, "cache-")) });

describe("the commands of a server's plugins", () => {
  it("are made from what the server tells, with the names that follow from it", async () => {
    const made = JSON.parse(await bench.out("rack create --name A1 --height-units 24 -o json")) as { id: string };
    expect(made).toMatchObject({ name: "A1", height_units: 24 });
    expect(await bench.out("rack list")).toMatch(/^ID +NAME +HEIGHT UNITS [^\n]*\n\S+ +A1 +24 /);
    // By the name, as records of ours; the plural is another name of the noun.
    expect(JSON.parse(await bench.out("racks get A1 -o json"))).toEqual(made);
    expect(await bench.out("rack update a1 --height-units 30")).toMatch(/height_units +30/);
    expect(await bench.cadastre("rack delete A1 --dry-run")).toMatchObject({ code: 0, out: expect.stringContaining("rack") });
    expect(await bench.cadastre("rack delete A1 --yes")).toMatchObject({ code: 0, err: "deleted A1\n" });
    expect(JSON.parse(await bench.out("rack list -o json"))).toEqual([]);
  });

  it("tell what is wrong as commands of ours do", async () => {
    expect(await bench.cadastre("rack create")).toMatchObject({ code: 2, err: expect.stringContaining("--name is required") });
    expect(await bench.cadastre("rack create --name B --height-units 99")).toMatchObject({
      code: 1,
      err: expect.stringContaining("height_units: must be between 1 and 60"),
    });
    expect(await bench.cadastre("rack get nowhere")).toMatchObject({ code: 6, err: 'cadastre: unknown rack "nowhere"\n' });
    expect(await bench.cadastre("rack lsit")).toMatchObject({ code: 2, err: expect.stringContaining("Did you mean list?") });
  });

  it("have help, and are in the help and in completion once the server has told them", async () => {
    const environment = await newCache();
    expect((await bench.cadastre("--help", { environment })).out).not.toContain("Plugins of the server");
    expect((await bench.cadastre("rack create --help", { environment })).out).toMatch(/--height-units <number> +Height in rack units/);
    expect((await bench.cadastre("rack --help", { environment })).out).toMatch(/a rack\n[^]*list [^]*create\|add [^]*delete /);
    expect((await bench.cadastre("--help", { environment })).out).toMatch(
      /Plugins of the server:\n +rack-unit\|rack-units +.*\n +rack\|racks +a rack\n/,
    );
    const completed = await bench.cadastre(["complete", "--", "rack", ""], { environment });
    expect(completed.out).toMatch(/^create\t/m);
    expect((await bench.cadastre(["complete", "--", "rack", "create", "--h"], { environment })).out).toMatch(/^--height-units\t/m);
  });

  it("stay what they were while the server is away, so that it is said that it is", async () => {
    const environment = await newCache();
    const once = await openBench("sqlite", { CADASTRE_CONFIG: config }, { eachAlone: true });
    expect(await once.cadastre("rack list", { environment })).toMatchObject({ code: 0 });
    await once.server.stop();
    expect(await once.cadastre("rack list", { environment })).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^cadastre: \S+ cannot be reached/),
    });
    await once[Symbol.asyncDispose]();
  });

  it("are read once: later the server only says that they are the same", async () => {
    const environment = await newCache();
    const first = await bench.cadastre("rack list -v", { environment });
    expect(first.err).toMatch(/GET \S+\/api\/racks 200/);
    const seen: (string | undefined)[] = [];
    const answers: number[] = [];
    const proxy = createServer((request, answer) => {
      if (request.url === "/api/manifest") seen.push(request.headers["if-none-match"]);
      void fetch(bench.server.url + request.url, { headers: request.headers as Record<string, string> }).then(async (response) => {
        if (request.url === "/api/manifest") answers.push(response.status);
        answer.writeHead(response.status, { etag: response.headers.get("etag") ?? "", "content-type": "application/json" });
        answer.end(response.status === 304 ? undefined : await response.text());
      });
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    try {
      const token = (await bench.out("key create --name proxied")).trim();
      const through = {
        ...environment,
        SERVICE_API_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
        SERVICE_API_TOKEN: token,
      };
      for (const _ of [1, 2])
        expect(await bench.cadastre("rack list -o json", { environment: through })).toMatchObject({ code: 0, out: "[]\n" });
      expect(answers).toEqual([200, 304]);
      expect(seen).toEqual([undefined, expect.stringMatching(/^"/)]);
      // Commands of ours ask for no manifest.
      expect(await bench.cadastre("device list", { environment: through })).toMatchObject({ code: 0 });
      expect(seen).toHaveLength(2);
    } finally {
      proxy.close();
    }
  });

  it("are none where the server is unknown, which is said, and what was meant", async () => {
    const environment = { ...(await newCache()), SERVICE_API_URL: "http://127.0.0.1:1" };
    expect(await bench.cadastre("rack list", { environment })).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /^cadastre: rack is not a built-in command, and the commands of plugins cannot be read: [^]*unknown command/,
      ),
    });
    // Of a noun of ours nothing is said but what was meant.
    expect(await bench.cadastre("device lsit", { environment })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^error: unknown command/),
    });
  });

  it("are none with a server from before the manifest; texts of a server are nothing that a terminal obeys", async () => {
    const operation = {
      id: "cranes.list",
      group: "cranes",
      name: "list",
      method: "GET",
      path: "/api/cranes",
      status: 200,
      access: "public",
      summary: "List \u001b[31mcranes\u001b]0;title\u0007",
      alsoNeeds: [],
      fields: [],
      output: { kind: "empty" },
      errors: [],
    };
    const manifest = { operations: [operation, { ...operation, id: "cranes.--evil", name: "--evil" }], records: {}, errors: {} };
    const answers = [
      { status: 404, body: { code: "NOT_FOUND", error: "path not found" } },
      { status: 200, body: manifest },
    ];
    const server = createServer((_, answer) => {
      const { status, body } = answers.shift() ?? { status: 500, body: {} };
      answer.writeHead(status, { "content-type": "application/json", etag: '"1"' }).end(JSON.stringify(body));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const environment = { ...(await newCache()), SERVICE_API_URL: url };
      expect(await bench.cadastre("crane list", { environment })).toMatchObject({
        code: 2,
        err: expect.stringContaining("the server is older than them: upgrade it"),
      });
      const { out } = await bench.cadastre("crane --help", { environment });
      expect(out).toContain("list cranes");
      // oxlint-disable-next-line no-control-regex -- that there are none
      expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f]|evil/);
    } finally {
      server.close();
    }
  });

  it("work on the database itself, with the plugins of the config file", async () => {
    const home = await mkdtemp(join(folder, "home-"));
    const data = join(home, "data");
    await mkdir(data);
    const settings = { HOME: home, ENCRYPTION_KEY, DATA_DIR: data, CADASTRE_CONFIG: config, BCRYPT_COST: "4" };
    const local = async (args: string): Promise<Awaited<ReturnType<typeof run>>> => await run(args.split(" "), settings);
    const root = "user create --username root --admin --password-stdin --database settings";
    expect(await run(root.split(" "), settings, "correct horse battery")).toMatchObject({ code: 0 });
    expect(await local("rack create --name L1 --database settings -o json")).toMatchObject({
      code: 0,
      out: expect.stringContaining('"L1"'),
    });
    expect(await local("rack list --database settings -o csv")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^id,name,height_units,.*\n.*,L1,42,/),
    });
    expect(await local("rack get L1 --database settings")).toMatchObject({ code: 0 });
    expect(await local("audit list --resource rack --database settings -o csv")).toMatchObject({ out: expect.stringContaining("create") });
    expect(await local("verify")).toMatchObject({ code: 0 });
    // Without the plugin there is no such command.
    const bare = await run(["rack", "list", "--database", "settings"], { ...settings, CADASTRE_CONFIG: "" });
    expect(bare).toMatchObject({ code: 2, err: expect.stringContaining("unknown command") });
  });
});

describe("cadastre client generate", () => {
  it("writes the same client for the running server and for the config file that it was started with", async () => {
    const [ofServer, ofConfig] = [join(folder, "server.ts"), join(folder, "config.ts")];
    expect(await bench.cadastre(["client", "generate", "--out", ofServer])).toMatchObject({
      code: 0,
      out: "",
      err: expect.stringContaining(ofServer),
    });
    const local = await run(["--config", config, "client", "generate", "--from-config", "--out", ofConfig], {
      HOME: folder,
      ENCRYPTION_KEY,
    });
    expect(local).toMatchObject({ code: 0 });
    const bodyOf = async (file: string): Promise<string> => (await readFile(file, "utf8")).replace(/^.*\n/, "");
    expect(await bodyOf(ofServer)).toContain("export interface RacksOperations {");
    expect(await bodyOf(ofConfig)).toBe(await bodyOf(ofServer));
  });

  it("writes to standard output unless told where", async () => {
    expect(await bench.out("client generate")).toMatch(/^\/\/ Generated from the operations of http:[^]*RACK_NOT_FOUND: "not-found"/);
  });

  it("says what is wrong with what it was told", async () => {
    expect(await bench.cadastre("client generate --from-config --profile x")).toMatchObject({ code: 2 });
    expect(await bench.cadastre(`client generate --out ${folder}/none/x.ts`)).toMatchObject({
      code: 2,
      err: expect.stringContaining("cannot be written"),
    });
  });
});
