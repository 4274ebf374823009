// Subpath ./libsql: libSQL as a storage.
export { libsql, type LibsqlOptions } from "./libsql-storage.ts";
