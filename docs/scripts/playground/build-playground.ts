import { rename } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundlePage } from "../../../packages/web-ui/build/build-page.ts";
import { cachedFolder } from "../../../packages/web-ui/build/cached-folder.ts";
import { PAGE_SOURCES, stateOf } from "../../../packages/web-ui/build/sources.ts";
import { buildEngine } from "./build-engine.ts";
import { preparedDatabase } from "./prepared-database.ts";

const folderOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const CACHE = folderOf("../../node_modules/.cache/playground/");
const ENVIRONMENT = folderOf("../../playground/page/environment.ts");
const SOURCES = [
  ...PAGE_SOURCES,
  ...["./", "../../playground/engine/", "../../playground/page/", "../../../packages/http-h3/src/"].map(folderOf),
];

/**
 * The folder of the playground: the page, its engine and a database, all of it files that any host may send from any path. It is built
 * unless it is there for the sources as they are now.
 */
export async function playground(): Promise<string> {
  return await cachedFolder(CACHE, await stateOf(SOURCES), async (folder) => {
    const engine = `${folder}-engine`;
    const file = await buildEngine(engine, await preparedDatabase());
    await bundlePage(folder, { environment: ENVIRONMENT, define: { ENGINE_FILE: file } });
    await rename(engine, join(folder, "engine"));
  });
}
