import { defineOperation, defineOperations, record } from "../contract/operations/operation.ts";
import { Manifest, ManifestQuery } from "./manifest.ts";
import { MANIFEST } from "./manifest-service.ts";

export const manifestOperations = defineOperations("manifest", {
  /** What the server can be called for. */
  get: defineOperation({
    summary: "Get the manifest of the operations",
    description:
      "What every operation of this server, those of its plugins included, is, takes, answers and fails with: what clients, commands " +
      "and forms are made from. It is the same for every caller, and changes only with the server: ask with If-None-Match",
    service: MANIFEST,
    access: "authenticated",
    http: { method: "GET", path: "/api/manifest", status: 200 },
    query: ManifestQuery,
    output: record(Manifest),
    run: async (manifest, { query }) => await Promise.resolve(manifest.get(query)),
  }),
});
