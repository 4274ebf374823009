import type { Manifest } from "@cadastre/client/manifest";
import { hash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { ServerTarget } from "../connection/target.ts";
import type { Terminal } from "../terminal.ts";

/** A manifest as a server told it, and its entity tag. */
export interface KeptManifest {
  readonly etag: string;
  readonly manifest: Manifest;
}

/** `$XDG_CACHE_HOME/cadastre/manifests/…`, in `~/.cache` unless set: a file for each profile and server. */
function cacheFile({ profile, url }: ServerTarget, { environment }: Terminal): string {
  const folder = environment["XDG_CACHE_HOME"] || join(environment["HOME"] || homedir(), ".cache");
  return join(folder, "cadastre", "manifests", `${hash("sha256", `${profile} ${url}`, "hex").slice(0, 32)}.json`);
}

/** What the server of a profile told last; undefined when it never did, or the file cannot be read. */
export function keptManifest(target: ServerTarget, terminal: Terminal): KeptManifest | undefined {
  try {
    const kept = JSON.parse(readFileSync(cacheFile(target, terminal), "utf8")) as Partial<KeptManifest>;
    return typeof kept.etag === "string" && Array.isArray(kept.manifest?.operations) ? (kept as KeptManifest) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what a server told. Where that cannot be written it is asked again the next time. */
export function keepManifest(target: ServerTarget, terminal: Terminal, kept: KeptManifest): void {
  const path = cacheFile(target, terminal);
  const draft = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(draft, JSON.stringify(kept), { mode: 0o600 });
    renameSync(draft, path);
  } catch {
    rmSync(draft, { force: true });
  }
}
