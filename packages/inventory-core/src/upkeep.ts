// Subpath ./upkeep: compatibility of plugins and migrations, and database URLs, for programs that operate databases.

// Compatibility
export { coreModel, type EngineMisfit, engineMisfit, type MisfitPackages, misfitSentence } from "./inventory.ts";
export { nameOfToken } from "./contract/service-token.ts";
export { incompatibleMigrations } from "./storage/opening/migration-compatibility.ts";
export { ENGINE_VERSION } from "./version.ts";

// Databases
export {
  BadTarget,
  connectionTarget,
  type ConnectionTarget,
  type DatabaseHost,
} from "./storage/postgresql/connection/connection-target.ts";
export { schemaProblem } from "./storage/postgresql/postgresql-place.ts";
