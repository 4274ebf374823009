// Subpath ./postgresql: the complete public surface.
export { postgresql, type PostgresqlOptions } from "./postgresql-storage.ts";
