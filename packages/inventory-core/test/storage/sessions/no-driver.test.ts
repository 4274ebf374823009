import { build } from "esbuild";
import { expect, it } from "vitest";

const DRIVERS = ["pg", "better-sqlite3", "libsql", "@electric-sql/pglite"];

// Whoever brings a driver of their own, or has one of them, has none of the others.
it("loads no driver with the kit for sessions, and with each storage its own", async () => {
  const entryPoints = ["sessions", "libsql", "pglite", "postgresql"].map((storage) => ({
    in: new URL(`../../../src/storage/${storage}/index.ts`, import.meta.url).pathname,
    out: storage,
  }));
  const { metafile } = await build({
    entryPoints,
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    packages: "external",
    outdir: "/nowhere",
  });
  const loaded = Object.entries(metafile.outputs).map(([file, { imports }]) => {
    const paths = imports.filter(({ kind }) => kind !== "dynamic-import").map(({ path }) => path);
    return [/(\w+)\.js$/.exec(file)?.[1], DRIVERS.filter((driver) => paths.includes(driver))];
  });
  expect(Object.fromEntries(loaded)).toEqual({ sessions: [], libsql: ["libsql"], pglite: ["@electric-sql/pglite"], postgresql: ["pg"] });
});
