// #region typescript
import { createClient } from "./generated/client";
import { networksCreate, networksGet, networksList } from "./generated";

const client = createClient({ baseUrl: process.env.CADASTRE_URL ?? "", auth: process.env.CADASTRE_KEY ?? "" });

async function main(): Promise<void> {
  const made = await networksCreate({ client, body: { name: "typescript", subnet: "10.23.0.0/24" } });
  if (made.data === undefined) throw new Error(`no network was made: ${made.error.code}`);

  const { data: networks = [] } = await networksList({ client });
  for (const { name, subnet } of networks) console.log("listed", name, subnet);

  const missing = await networksGet({ client, path: { id: "0198c0de-7a3b-7c1e-9f00-2b6a51d3c001" } });
  if (missing.error?.code === "NETWORK_NOT_FOUND") console.log("error", missing.error.code, missing.error.error);
}

void main();
// #endregion
