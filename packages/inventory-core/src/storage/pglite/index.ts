// Subpath ./pglite: the complete public surface.
export { pglite } from "./pglite-storage.ts";
