/** Test files of each tier, as globs from the root of the repository. */

/** Tests of the templates of create-cadastre run as users run them (.ci/check-templates.ts). */
const ALL: readonly string[] = [
  "packages/*/{src,test}/**/*.test.ts",
  "bench/test/**/*.test.ts",
  "docs/**/*.test.ts",
  "examples/**/*.test.ts",
  ".ci/test/*.test.ts",
];

const DEEP = "**/*.deep.test.ts";
/** Run with few cases in `test`, and with many in `test:deep` (testing/depth.ts). */
const SCALED = "**/*.scaled.test.ts";
const INSTALLED = "**/node_modules/**";

/** Files whose tests run only on PostgreSQL. */
const POSTGRESQL_ONLY = "packages/inventory-core/test/storage/postgresql/**/*.test.ts";

/** The cross-section of `test` on PostgreSQL. */
const SECTION: readonly string[] = [
  POSTGRESQL_ONLY,
  "packages/inventory-core/test/storage/storages.test.ts",
  "packages/http-h3/test/api/*.test.ts",
  "packages/testing/test/*.test.ts",
];

/** Folders whose tests use `STORAGES`. */
const WITH_STORAGES: readonly string[] = [
  "packages/{auth,client,discovery-snmp,importers,mcp}/test/**/*.test.ts",
  "packages/http-h3/test/{api,auth,limits,oauth,permissions,requests}/**/*.test.ts",
  "packages/{inventory-core,testing}/test/**/*.test.ts",
  "packages/webhooks/test/*.test.ts",
  "packages/webhooks/test/queue/**/*.test.ts",
];

interface Files {
  readonly include: string[];
  readonly exclude: string[];
}

/** `test` is the first two, `test:postgres` the two of PostgreSQL, `test:deep` the last. */
export const TIERS = {
  sqlite: { include: [...ALL], exclude: [INSTALLED, DEEP, POSTGRESQL_ONLY] },
  "postgresql-section": { include: [...SECTION], exclude: [DEEP, SCALED] },
  "postgresql-rest": {
    include: [...WITH_STORAGES],
    exclude: [
      INSTALLED,
      DEEP,
      "packages/inventory-core/test/address/**",
      POSTGRESQL_ONLY,
      "packages/inventory-core/test/storage/storages.test.ts",
    ],
  },
  deep: { include: [...ALL].map((glob) => glob.replace(/\*\.test\.ts$/, "*.{deep,scaled}.test.ts")), exclude: [INSTALLED] },
} as const satisfies Readonly<Record<string, Files>>;
