import type { Options } from "tsup";

/** How every package is built: ES modules with declarations, dependencies left to the package manager. */
export const build = (entry: Record<string, string>): Options => ({
  entry,
  format: "esm",
  target: "node22",
  dts: true,
  sourcemap: true,
  clean: true,
  splitting: true,
});
