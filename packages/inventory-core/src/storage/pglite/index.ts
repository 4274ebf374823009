// Subpath ./pglite: PGlite as a storage.
export { pglite, type PGliteInstance } from "./pglite-storage.ts";
