import type { Manifest } from "@cadastre/client/manifest";
import { safeText } from "../output/safe-text.ts";

/** What an operation may be called: it becomes words of the command line. */
const ID = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/;

// A command line is about one server: what that can be called for is known before its commands are made.
let told: Manifest | undefined;

/** From now on this is what the server can be called for. Its texts are shown in the help: a terminal obeys none of them. */
export function tellManifest({ operations, records, errors }: Manifest): void {
  told = safe({ operations: operations.filter(({ id }) => ID.test(id)), records, errors }) as Manifest;
}

/** What the server can be called for; undefined where it was not asked, because the command is one that every server has. */
export const toldManifest = (): Manifest | undefined => told;

function safe(value: unknown): unknown {
  if (typeof value === "string") return safeText(value);
  if (Array.isArray(value)) return value.map(safe);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [safeText(name), safe(inner)]));
}
