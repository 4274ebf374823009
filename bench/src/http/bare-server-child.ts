import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Database from "better-sqlite3";
import { Pool } from "pg";

// The least server that answers GET /api/devices/{id}: one prepared query, no authentication, no limits.

const [storage = "", address = ""] = process.argv.slice(2);

type Find = (id: string) => string | undefined | Promise<string | undefined>;

function finder(): Find {
  if (storage === "sqlite") {
    const statement = new Database(address.replace("sqlite://", ""), { readonly: true })
      .prepare("select doc from device where id = ?")
      .pluck();
    return (id) => statement.get(id) as string | undefined;
  }
  const pool = new Pool({ connectionString: address, max: 10 });
  return async (id) =>
    (await pool.query<{ doc: string }>({ name: "find", text: "select doc from device where id = $1", values: [id] })).rows[0]?.doc;
}

const find = finder();

async function answer(id: string, response: ServerResponse): Promise<void> {
  const doc = await find(id);
  const body = doc ?? '{"error":"not found"}';
  response.writeHead(doc === undefined ? 404 : 200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
}

const server = createServer((request, response) => void answer((request.url ?? "").split("/").at(-1) ?? "", response));
server.listen(0, "127.0.0.1", () => console.log(`bare server listens at http://127.0.0.1:${(server.address() as AddressInfo).port}`));
