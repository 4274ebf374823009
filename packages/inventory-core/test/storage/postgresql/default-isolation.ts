import type { TemporaryDatabase } from "@cadastre/testing";
import { Client } from "pg";

/** Has every transaction of a database begin with an isolation, and deferrable, unless it says otherwise. */
export async function setDefaultIsolation(database: TemporaryDatabase, isolation: string): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(`alter database "${database.name}" set default_transaction_isolation = '${isolation}'`);
    await client.query(`alter database "${database.name}" set default_transaction_deferrable = on`);
  } finally {
    await client.end();
  }
}
