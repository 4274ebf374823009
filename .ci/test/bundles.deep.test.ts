import { build, type Format, type Plugin } from "esbuild";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../packages/packed.ts";

// Applications bundled by esbuild into one file, without the other files of our packages.

const FORMATS = ["cjs", "esm"] as const;

/** Modules with native code. */
const OUTSIDE = ["better-sqlite3", "bcrypt"];

/** What libraries of CommonJS need in a bundle of modules; the manual of esbuild has it. */
const REQUIRE = `import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cadastre-bundles-"));
});
afterAll(async () => await rm(folder, { recursive: true }));

/** Packages that the guide excludes from a bundle, resolved from the package that needs them: a bundle here has no node_modules. */
const outside = (names: readonly string[]): Plugin => ({
  name: "outside",
  setup(bundle) {
    bundle.onResolve({ filter: new RegExp(`^(?:${names.join("|")})$`) }, ({ path, importer }) => {
      const file = createRequire(importer).resolve(path);
      return { path: importer.endsWith(".ts") && format === "esm" ? pathToFileURL(file).href : file, external: true };
    });
  },
});

let format: Format;

/** Bundles a program and runs it. @returns its output */
async function bundled(as: Format, program: string, external = OUTSIDE, banner = ""): Promise<string> {
  format = as;
  const outfile = join(folder, as === "cjs" ? "bundle.cjs" : "bundle.mjs");
  const imports = `
    import { createInventory } from "${ROOT}packages/inventory-core/src/index.ts";
    import { sqlite } from "${ROOT}packages/inventory-core/src/storage/sqlite/index.ts";`;
  await build({
    stdin: { contents: `${imports}\n${program}`, resolveDir: ROOT, loader: "ts" },
    outfile,
    bundle: true,
    platform: "node",
    target: "node24",
    format: as,
    banner: { js: banner },
    plugins: [outside(external)],
    logLevel: "error",
  });
  return (await promisify(execFile)(process.execPath, [outfile], { cwd: folder })).stdout.trim();
}

test.each(FORMATS)("a bundle (%s) opens a database file and syncs and checkpoints it without threads", async (as) => {
  const program = `
    void (async () => {
      const inventory = await createInventory({ storage: sqlite("bundle-${as}.db") });
      for (let n = 0; n < 30; n += 1)
        await inventory.devices.create({ name: "web-" + n, fields: {}, description: "x".repeat(4000) });
      console.log((await inventory.devices.list()).length);
      await inventory.close();
    })();`;
  await expect(bundled(as, program)).resolves.toBe("30");
});

test.each(FORMATS)("a bundle (%s) hashes passwords without threads, and does not end at the first one", async (as) => {
  const program = `
    import { authPlugin } from "${ROOT}packages/auth/src/index.ts";
    void (async () => {
      const auth = authPlugin({ initialAdmin: { username: "ann", password: "correct horse battery" } });
      const inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [auth] });
      console.log("opened");
      await inventory.close();
    })();`;
  await expect(bundled(as, program)).resolves.toBe("opened");
});

test.each(FORMATS)("a bundle (%s) answers requests, and says which package to exclude where files of a page are missing", async (as) => {
  const program = `
    import { createHandler } from "${ROOT}packages/http-h3/src/create-handler.ts";
    import { webUiPlugin } from "${ROOT}packages/web-ui/src/index.ts";
    void (async () => {
      const logger = { debug() {}, info() {}, warn() {}, error: (message, { error }) => console.log(error) };
      const inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [webUiPlugin()], logger });
      const handler = createHandler(inventory.host);
      const ask = async (path) => await handler.fetch(new Request("http://x" + path));
      console.log((await ask("/healthz")).status, await (await ask("/docs")).text());
      console.log((await ask("/")).status);
      await inventory.close();
    })();`;
  const printed = await bundled(as, program, OUTSIDE, as === "esm" ? REQUIRE : "");
  expect(printed).toMatch(/200 \{"code":"PACKAGE_FILES_MISSING","error":".*@cadastre\/http-h3.*exclude it from the bundle/);
  expect(printed).toMatch(/the files of @cadastre\/web-ui are not where its code is/);
});

test.each(FORMATS)("a bundle (%s) that took better-sqlite3 in says to exclude it", async (as) => {
  const program = `
    createInventory({ storage: sqlite(":memory:") }).catch(({ code, message }) => console.log(code, message));`;
  await expect(bundled(as, program, [])).resolves.toMatch(/^PACKAGE_FILES_MISSING the files of better-sqlite3 are not where its code is/);
});
