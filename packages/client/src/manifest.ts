import data from "./generated/manifest.json" with { type: "json" };
import type { Manifest } from "./generated/api.ts";

export type { ManifestType, Manifest, ManifestField, ManifestOperation, ManifestOutput } from "./generated/api.ts";

/** What every operation is, takes, answers and fails with, read off the service. Of use to commands and forms; calls do without it. */
export const manifest: Manifest = data as unknown as Manifest;
