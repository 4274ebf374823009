import { createInventory } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { PostgresDatabases } from "@cadastre/testing";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { Client } from "pg";
import { describe, expect, inject, it, onTestFinished } from "vitest";

/** How a start on a database that cannot be had ends. */
async function refusal(url: string): Promise<{ readonly code: string; readonly message: string }> {
  try {
    await (await createInventory({ storage: postgresql(url) })).close();
  } catch (error) {
    return error as { code: string; message: string };
  }
  throw new Error("it was opened");
}

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

/** ErrorResponse of PostgreSQL's protocol. */
const refusing = (code: string, said: string): Buffer => message("E", Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${said}\0\0`));

const authentication = (kind: number, said: string): Buffer =>
  message("R", Buffer.concat([Buffer.from([0, 0, 0, kind]), Buffer.from(said)]));

/** A server that asks for a password by SCRAM: what it offers, and its answer to the client's nonce. */
const ASKS: readonly ((heard: Buffer) => Buffer)[] = [
  () => authentication(10, "SCRAM-SHA-256\0\0"),
  (heard) => authentication(11, `r=${/r=([^,\0]+)/.exec(heard.toString("latin1"))?.[1]}server,s=c2FsdA==,i=4096`),
];

/** A peer that answers what it hears of a connection by turns. @returns its URL */
async function peer(answers: readonly ((heard: Buffer) => Buffer)[], credentials = "app:topsecret"): Promise<string> {
  const server = createServer((socket) => {
    const left = [...answers];
    socket.on("error", () => {}).on("data", (heard) => socket.write(left.shift()?.(heard) ?? ""));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `postgresql://${credentials}@127.0.0.1:${(server.address() as AddressInfo).port}/inventory`;
}

describe("a PostgreSQL that cannot be used says at the start what to do", () => {
  it("without the database", async () => {
    const admin = new URL(inject("postgresAdminUrl"));
    admin.pathname = "/no_such_database";
    const { code, message: said } = await refusal(admin.href);
    expect(code).toBe("DATABASE_NOT_OPENED");
    const statement = "create database no_such_database owner \\w+ encoding 'UTF8' template template0";
    expect(said).toMatch(
      new RegExp(`^the database no_such_database does not exist at \\S+: make it there with ${statement}, or correct DATABASE_URL$`),
    );
  });

  it("without the right to connect", async () => {
    await using database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(`create role "${database.name}_r" login; revoke connect on database "${database.name}" from public`);
    const url = new URL(database.url);
    if (url.hostname === "") url.searchParams.set("user", `${database.name}_r`);
    else url.username = `${database.name}_r`;
    const { message: said } = await refusal(url.href);
    await client.query(`drop role "${database.name}_r"`);
    await client.end();
    expect(said).toMatch(/may not connect to the database \S+ at \S+: grant connect on database \S+ to \S+_r$/);
  });

  it.each([
    [
      "28P01",
      'password authentication failed for user "app"',
      /refused the password of the role app: correct it in DATABASE_URL .*alter role app password/,
    ],
    [
      "28000",
      'role "app" does not exist',
      /does not let the role app into the database inventory \(role "app" does not exist\): make the role with create role app login/,
    ],
    [
      "28000",
      'no pg_hba.conf entry for host "127.0.0.1", user "app", database "inventory", no encryption',
      /lets app into inventory by TLS only: add \?sslmode=verify-full/,
    ],
    [
      "28000",
      'no pg_hba.conf entry for host "127.0.0.1", user "app", database "inventory", SSL encryption',
      /does not let the role app .*pg_hba\.conf/,
    ],
    [
      "53300",
      "sorry, too many clients already",
      /no connection left \(sorry, too many clients already\): raise max_connections there, or lower DATABASE_CONNECTIONS/,
    ],
    ["08P01", "no such database: inventory", /the database inventory does not exist at 127/],
    ["57P03", "the database system is starting up", /starting or stopping .*: see the log of PostgreSQL, and start again$/],
  ])("when it answers %s %s", async (code, said, sentence) => {
    const refused = await refusal(await peer([() => refusing(code, said)]));
    expect(refused).toMatchObject({ code: "DATABASE_NOT_OPENED", message: expect.stringMatching(sentence) });
    expect(refused.message).not.toMatch(/topsecret|try again shortly/);
  });

  it("when it asks for a password and there is none, or speaks no TLS", async () => {
    expect((await refusal(await peer(ASKS, "app"))).message).toMatch(
      /requires a password for the role app, and DATABASE_URL has none: put it into DATABASE_URL/,
    );
    expect((await refusal(`${await peer([() => Buffer.from("N")])}?sslmode=require`)).message).toMatch(
      /speaks no TLS, which sslmode in DATABASE_URL asks for/,
    );
  });

  it("when nobody is there", async () => {
    expect((await refusal("postgresql://app:topsecret@127.0.0.1:1/x")).message).toMatch(
      /^nothing listens at 127\.0\.0\.1:1: start PostgreSQL there/,
    );
    expect((await refusal("postgresql://app:topsecret@nowhere.invalid/x")).message).toMatch(
      /^the host nowhere\.invalid of DATABASE_URL is not known here: correct the name/,
    );
    expect((await refusal("postgresql:///x?host=/nowhere&port=5999")).message).toMatch(
      /^PostgreSQL has no socket at \/nowhere\/\.s\.PGSQL\.5999: start PostgreSQL/,
    );
  });
});
