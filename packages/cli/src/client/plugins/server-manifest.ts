import { CadastreError, etagOf } from "@cadastre/client";
import type { Manifest } from "@cadastre/client/manifest";
import { connect } from "../connection/connection.ts";
import type { ServerTarget } from "../connection/target.ts";
import type { Terminal } from "../terminal.ts";
import { keepManifest, keptManifest } from "./manifest-cache.ts";

/** Timeout of a request for nothing but the manifest. */
const TIMEOUT_MS = 5000;

const NOT_MODIFIED = 304;

/**
 * The manifest of a server: what is kept of it where the server says that it is the same, or says nothing at all.
 * @throws CadastreError where nothing is kept; NOT_FOUND for a server that is older than its manifest
 */
export async function serverManifest(target: ServerTarget, terminal: Terminal): Promise<Manifest> {
  const kept = keptManifest(target, terminal);
  await using connection = await connect(target, terminal, { timeoutMs: TIMEOUT_MS, retry: false });
  try {
    const manifest = await connection.client.manifest.get({}, kept === undefined ? {} : { headers: { "if-none-match": kept.etag } });
    keepManifest(target, terminal, { etag: etagOf(manifest) ?? "", manifest });
    return manifest;
  } catch (error) {
    if (!(error instanceof CadastreError) || kept === undefined) throw error;
    // Without the network, or with a session that has ended, the command says so itself when it is run.
    if (error.status === NOT_MODIFIED || error.kind === "network" || error.kind === "timeout" || error.kind === "unauthenticated")
      return kept.manifest;
    throw error;
  }
}
