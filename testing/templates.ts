import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "./once.ts";

/** Makes the folder in which tests leave migrated databases for each other (testing/sqlite-database.ts). */
export default async function setUp(): Promise<() => Promise<void>> {
  const { value, done } = await once("templates", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-templates-"));
    return { value: folder, end: async () => await rm(folder, { recursive: true, force: true }) };
  });
  process.env["TEST_TEMPLATES"] = value;
  return done;
}
