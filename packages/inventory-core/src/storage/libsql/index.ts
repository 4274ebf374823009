// Subpath ./libsql: the complete public surface.
export { libsql, type LibsqlOptions } from "./libsql-storage.ts";
