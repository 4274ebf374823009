// Subpath ./pglite: the complete public surface.
export { pglite, type PGliteInstance } from "./pglite-storage.ts";
