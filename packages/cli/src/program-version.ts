import { readFileSync } from "node:fs";

/** Version of the command. Read from its package rather than from the engine, which would be loaded for it. */
export function programVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { readonly version: string };
  return version;
}
