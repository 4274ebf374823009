import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { type AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:https";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CadastreError } from "@cadastre/client";
import type { Target } from "../../src/client/connection/target.ts";
import { explain } from "../../src/client/explain-failure.ts";
import { forEachOf, type Session } from "../../src/client/commands/run-operation.ts";
import { CommandFailure, EXIT } from "../../src/exit-codes.ts";
import { run } from "../support/command.ts";
import { type Bench, openBench } from "../support/client.ts";

const certificate = (name: string): string => readFileSync(new URL(`../webhook-lab/certificates/${name}`, import.meta.url), "utf8");

const NEEDED = "the permission device:delete is required";

describe("what is called wrongly", () => {
  it.each([
    ["an unknown noun", "devise list", 2, /Did you mean device\?/],
    ["an unknown verb", "device lst", 2, /Did you mean list\?[^]*\(cadastre device --help lists the commands\)/],
    ["an unknown flag", "device list --tga x", 2, /Did you mean --tag\?[^]*\(cadastre device list --help shows/],
    ["what an agent takes, at a command that manages agents", "agent list --server http://x", 2, /unknown option '--server'/],
    [
      "a CA that is not there, of a command that manages agents",
      "agent list --ca-file /nowhere.pem",
      2,
      /--ca-file: \/nowhere.pem cannot be read/,
    ],
    ["a shell that is not named", "complete", 2, /bash, zsh or fish/],
    ["a name of what has none", "pool allocation servers", 6, /unknown allocation "servers": pass its id/],
    ["an unknown command of operators", "backpu create", 2, /Did you mean backup\?/],
    ["an unknown verb of operators", "migrate statsu", 2, /Did you mean status\?/],
    ["an unknown flag of operators", "doctor --jsno", 2, /Did you mean --json\?/],
    ["a file of a backup that is missing", "backup restore", 2, /missing required argument 'file'/],
    ["a number of operators that is none", "backup create --keep some", 2, /whole number of at least 1/],
    ["a format of an import that is none", "import x --as xls", 2, /csv/],
    ["an export of a kind of a server out of reach", "export racks --as csv", 3, /cannot be reached/],
    ["a choice that is none", "device list --status gone", 2, /planned, active, maintenance, decommissioned/],
    ["a format that is none", "device list -o xml", 2, /table, wide, json, yaml, csv, ids/],
    ["a format of the environment that is none", "device list", 2, /SERVICE_OUTPUT is "xml"/, { SERVICE_OUTPUT: "xml" }],
    ["a word in place of a number", "network list --vlan-id ten", 2, /--vlan-id must be a whole number/],
    ["an argument that is missing", "device get", 2, /<device> is missing/],
    ["a field that is missing", "network create --name x", 2, /--subnet is required/],
    ["a part of a record that is unknown", "device create --name x --address ipp=10.0.0.1", 2, /the names id, ip, port/],
    ["a file that is not there", "device create --from /nowhere.json", 2, /cannot be read/],
    ["too many arguments", "datacenter list x", 2, /too many arguments/],
    ["a time that is none", "device list --timeout soon", 2, /number of seconds/],
    ["a database with a password", "device list --database postgresql://u:pw@127.0.0.1/x", 2, /--database settings/],
    ["a database that is not there", "device list --database sqlite:///nowhere/x.db", 1, /no database at/],
    ["a server that is no URL", "device list --api-url http://[x", 2, /invalid server URL from --api-url/],
    ["a server with a password", "device list --api-url http://u:pw@127.0.0.1:1", 2, /server URL from --api-url contains a password/],
    ["a server without a scheme", "device list --api-url 127.0.0.1:1", 3, /http:\/\/127\.0\.0\.1:1 cannot be reached/],
    ["a database and a server", "device list --database sqlite:///x --api-url http://x", 2, /cannot be combined/],
  ])("is told: %s", async (_, args, code, said, environment: Readonly<Record<string, string>> = {}) => {
    const ended = await run(args.split(" "), { HOME: "/nowhere", SERVICE_API_URL: "http://127.0.0.1:1", ...environment });
    expect(ended).toMatchObject({ code, out: "", err: expect.stringMatching(said) });
    expect(ended.err).not.toMatch(/\n +at |pw/);
  });

  it("tells a server that is not there, and where its URL comes from", async () => {
    expect(await run(["device", "create", "--name", "x"], { HOME: "/nowhere" })).toMatchObject({
      code: 3,
      out: "",
      err: expect.stringMatching(/127\.0\.0\.1:8080 cannot be reached[^]*the default URL; --api-url, SERVICE_API_URL/),
    });
    expect(await run(["device", "create", "--name", "x", "--api-url", "http://nowhere.invalid"], { HOME: "/nowhere" })).toMatchObject({
      code: 3,
      err: expect.stringContaining("from --api-url"),
    });
    // A host alone is taken for one that speaks HTTP.
    expect(await run(["device", "list", "--api-url", "nowhere.invalid"], { HOME: "/nowhere" })).toMatchObject({
      code: 3,
      err: expect.stringContaining("http://nowhere.invalid"),
    });
  });

  it("tells a database of a newer version, and of a setting that cannot be read", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-newer-"));
    const settings = { HOME: "/nowhere", DATABASE_URL: `sqlite://${join(folder, "inventory.db")}` };
    expect(await run(["migrate", "up"], settings)).toMatchObject({ code: 0 });
    const database = new DatabaseSync(join(folder, "inventory.db"));
    database.exec("insert into cadastre_migration (name, executed_at) values ('core/9999-later', 0)");
    database.close();
    for (const args of [
      "device list --database settings",
      "user create --username x --password-stdin",
      "verify",
      "rebuild",
      "secrets rotate",
      "audit verify",
    ]) {
      expect(await run(args.split(" "), settings, "a long enough password"), args).toMatchObject({
        code: 1,
        out: "",
        err: expect.stringMatching(/^cadastre: the database has the migration core\/9999-later[^\n]*\n$/),
      });
    }
    for (const args of ["device list --database settings", "serve", "verify", "backup create", "migrate up"]) {
      expect(await run(args.split(" "), { HOME: "/nowhere", DATABASE_URL_FILE: join(folder, "nothing") }), args).toMatchObject({
        code: 78,
        out: "",
        err: expect.stringMatching(/DATABASE_URL_FILE names .*nothing, which cannot be read/),
      });
    }
    await rm(folder, { recursive: true, force: true });
  });

  it("waits no longer than it was told to", async () => {
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const ended = await run(
      ["device", "create", "--name", "x", "--timeout", "0.3", "--api-url", `http://127.0.0.1:${(silent.address() as AddressInfo).port}`],
      { HOME: "/nowhere" },
    );
    silent.close();
    expect(ended).toMatchObject({ code: 3, err: expect.stringContaining("timed out") });
  });
});

describe("a certificate of an authority that nobody knows", () => {
  it("is refused with the setting that helps, and trusted with it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-tls-"));
    const seen: string[] = [];
    const server = createTlsServer({ cert: certificate("known.cert.pem"), key: certificate("known.key.pem") }, (request, answer) => {
      seen.push(request.url ?? "");
      answer.writeHead(200, { "content-type": "application/json" }).end('{"planned":1}');
    }).listen(0);
    await once(server, "listening");
    const ca = join(folder, "ca.pem");
    await writeFile(ca, certificate("known.ca.pem"));
    const environment = { HOME: "/nowhere", SERVICE_API_URL: `https://127.0.0.1:${(server.address() as AddressInfo).port}` };
    const refused = await run(["device", "status-counts"], environment);
    expect(refused).toMatchObject({ code: 3, out: "", err: expect.stringMatching(/not trusted[^]*--ca-file[^]*NODE_EXTRA_CA_CERTS/) });
    // With its authority known, only the name is left to be wrong: the certificate is for another host.
    expect(await run(["device", "status-counts", "--ca-file", ca], environment)).toMatchObject({
      code: 3,
      err: expect.stringContaining("ERR_TLS_CERT_ALTNAME_INVALID"),
    });
    expect(seen).toEqual([]);
    expect(await run(["device", "status-counts", "--ca-file", join(folder, "none.pem")], environment)).toMatchObject({
      code: 2,
      err: expect.stringContaining("--ca-file"),
    });
    server.close();
    await rm(folder, { recursive: true, force: true });
  });
});

it.each([
  ["permission denied: device:delete", ["permission denied: device:delete"]],
  // Who may do something is not always told by its permission alone.
  ["an administrator is changed by administrators only", ["an administrator is changed by administrators only", NEEDED]],
])("a refusal names the permission that is needed, once: %s", (message, told) => {
  const refusal = new CadastreError({ code: "FORBIDDEN", kind: "forbidden", message });
  expect(explain(refusal, {} as Target, "device:delete").lines).toEqual([...told, "cadastre whoami shows your user and permissions"]);
});

describe("one of several things", () => {
  const told: string[] = [];
  const terminal = { stderr: { write: (text: string) => void told.push(text) } };
  const session = { terminal, connection: { target: {} } } as unknown as Session;
  /** Which of three were done when the second failed. */
  const doneBeside = async (failure: Error): Promise<{ readonly done: readonly number[]; readonly thrown: unknown }> => {
    const done: number[] = [];
    const work = async (thing: number): Promise<void> => {
      if (thing === 2) throw failure;
      done.push(thing);
    };
    const thrown: unknown = await forEachOf([1, 2, 3], session, work).catch((error: unknown) => error);
    return { done, thrown };
  };

  it("that fails does not keep the others from being done", async () => {
    expect(await doneBeside(new CommandFailure("the second is locked", EXIT.data))).toEqual({
      done: [1, 3],
      thrown: expect.objectContaining({ message: "1 of 3 failed", exitCode: EXIT.partial }),
    });
    expect(told).toEqual(["cadastre: the second is locked\n"]);
  });

  it.each([new CommandFailure("no answer", EXIT.network), new CommandFailure("interrupted", EXIT.interrupted), new TypeError("a mistake")])(
    "ends the rest where nothing else would work either: %s",
    async (failure) => expect(await doneBeside(failure)).toEqual({ done: [1], thrown: failure }),
  );
});

describe("what the server refuses", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench("sqlite");
  });
  afterAll(async () => await bench[Symbol.asyncDispose]());

  it("is told field by field", async () => {
    const ended = await bench.cadastre([
      "device",
      "create",
      "--name",
      "x",
      "--hostname",
      "bad host",
      "--address",
      "ip=300.1.1.1",
      "--address",
      "ip=10.0.0.1,port=70000",
    ]);
    expect(ended).toMatchObject({ code: 1, out: "" });
    for (const field of ["hostname", "addresses[0].ip", "addresses[1].port"]) expect(ended.err).toContain(`\n  ${field}: `);
  });

  it("ends with a code for its kind", async () => {
    await bench.out("datacenter create --name fra -q");
    await bench.out("device create --name twin -q");
    await bench.out("device create --name twin -q");
    const codeOf = async (args: string): Promise<number | null> => (await bench.cadastre(args)).code;
    expect(await codeOf("device get 01a1ffd3-0000-7000-8000-000000000000")).toBe(6);
    expect(await codeOf("device get nobody")).toBe(6);
    expect(await bench.cadastre("device get twin")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/2 devices match "twin"; select one of:\n {2}[\da-f-]{36} +in no datacenter\n/),
    });
    expect(await codeOf("role create --name auditors")).toBe(0);
    expect(await codeOf("role create --name auditors")).toBe(7);
    expect(await codeOf("discovery clear nowhere --yes")).toBe(6);
  });

  it("does what it can of several things, and says what was not done", async () => {
    const file = join(bench.home, "some.yaml");
    await writeFile(file, "- name: one\n- name: ''\n- name: two\n");
    const ended = await bench.cadastre(`device create --from ${file} -o ids`);
    expect(ended).toMatchObject({ code: 8, err: expect.stringMatching(/name: is required[^]*1 of 3 failed/) });
    expect(ended.out.trim().split("\n")).toHaveLength(2);
    const gone = "01a1ffd3-0000-7000-8000-000000000000";
    expect(await bench.cadastre(`device delete one ${gone} two --yes`)).toMatchObject({
      code: 8,
      err: expect.stringMatching(/deleted one[^]*not found[^]*deleted two/),
    });
    expect((await bench.cadastre(`device delete ${gone} ${gone} --yes`)).code).toBe(6);
  });

  it("takes nothing away without a yes, and shows what it would be", async () => {
    expect(await bench.cadastre("datacenter delete fra")).toMatchObject({ code: 2, err: expect.stringMatching(/fra[^]*--yes/) });
    expect(await bench.cadastre("datacenter delete fra --dry-run")).toMatchObject({
      code: 0,
      out: expect.stringContaining("fra"),
      err: expect.stringContaining("nothing was changed"),
    });
    expect((await bench.cadastre("datacenter get fra")).code).toBe(0);
    // What goes with it is told too: over HTTP, and without a server.
    await bench.out("network create --name shown --subnet 10.77.0.0/24 --datacenter fra -q");
    const pool = (await bench.out("pool create shown --name p --start-ip 10.77.0.2 --end-ip 10.77.0.9 -q -o ids")).trim();
    await bench.out(`pool allocate ${pool} --count 2 -q`);
    for (const where of ["", ` --database ${bench.database}`]) {
      const gone = await bench.cadastre(`network delete shown --dry-run${where} -o csv`);
      expect(gone).toMatchObject({ code: 0, err: expect.stringMatching(/delete pool 1[^]*nothing was changed/) });
      expect(gone.err).not.toContain("not listed");
      expect(
        gone.out
          .split("\n")
          .map((line) => line.split(",").slice(0, 2).join(" "))
          .toSorted(),
      ).toEqual(["", "action resource", "delete allocation", "delete allocation", "delete network"]);
      expect(JSON.parse(await bench.out(`network delete shown --dry-run -o json${where}`))).toMatchObject({
        change_count: 3,
        events: expect.arrayContaining([{ event: "network.deleted", record_id: expect.any(String) }]),
      });
    }
    expect(await bench.out("network update shown --name other --dry-run")).toMatch(/^update +network +\S+ +shown +name: shown → other$/m);
    expect(await bench.cadastre("network create --name x --subnet 10.9.0.0/24 --dry-run")).toMatchObject({
      code: 2,
      err: expect.stringContaining("unknown option '--dry-run'"),
    });
    await bench.out("network delete shown --yes");
    expect(await bench.cadastre("datacenter delete fra --force")).toMatchObject({ code: 0, out: "", err: "deleted fra\n" });
  });

  it("knows the fields of a file", async () => {
    expect(await bench.cadastre("device create --from -", { input: "nmae: x\n" })).toMatchObject({
      code: 2,
      err: expect.stringContaining("unknown fields: nmae"),
    });
    expect(await bench.cadastre("device create --from -", { input: '{"name": ' })).toMatchObject({
      code: 2,
      err: expect.stringContaining("is not valid JSON"),
    });
    expect(await bench.cadastre("device create --from -", { input: "a: [b\n" })).toMatchObject({
      code: 2,
      err: expect.stringContaining("not valid JSON or YAML"),
    });
    expect(await bench.cadastre("device create --from -", { input: "just a text" })).toMatchObject({
      code: 2,
      err: expect.stringContaining("must be an object"),
    });
  });

  it("shows nothing of a record that turns the text around it", async () => {
    await bench.out(["device", "create", "--name", "turning", "--os", "a\u202ec", "-q", "-o", "ids"]);
    expect((await bench.cadastre("device list")).out).not.toContain("\u202e");
  });
});
