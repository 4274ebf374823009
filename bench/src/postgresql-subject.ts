import { createInventory } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { startPostgres } from "@cadastre/inventory-core/testing";
import { Client } from "pg";
import { DOCUMENTS, type Subject } from "./subject.ts";

/** A PostgreSQL of this process's own, or the server of TEST_POSTGRES_URL. */
export async function postgresqlSubject(): Promise<Subject> {
  const server = await startPostgres();
  const database = await server.temporaryDatabase();
  const inventory = await createInventory({ storage: postgresql(database.url) });
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query("create table line (id bigint generated always as identity primary key, text text not null)");
  const setting = async (name: string): Promise<string> => String((await client.query<{ value: string }>("select current_setting($1) as value", [name])).rows[0]?.value);
  return {
    storage: "postgresql",
    about: `PostgreSQL ${await setting("server_version")}, fsync=${await setting("fsync")}, synchronous_commit=${await setting("synchronous_commit")}`,
    inventory,
    lookup: async (poolId) => await client.query({ name: "lookup", text: "select doc from pool where id = $1", values: [poolId] }),
    readDocuments: async () => {
      const { rows } = await client.query<{ doc: string }>(DOCUMENTS);
      return rows.reduce((characters, { doc }) => characters + doc.length, 0);
    },
    commit: async (text) => await client.query({ name: "commit", text: "insert into line (text) values ($1)", values: [text] }),
    close: async () => {
      await inventory.close();
      await client.end();
      await database[Symbol.asyncDispose]();
      await server.stop();
    },
  };
}
