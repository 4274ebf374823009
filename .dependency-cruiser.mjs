// Which file may import what. Each rule says in `comment` what to do instead; packages/inventory-core/test/architecture-rules.test.ts
// plants a violation of each.

const CORE = "^packages/inventory-core/src";
const anySource = "^packages/[^/]+/src/";
const tests = "[.]test[.]ts$";

/** A package of the registry, wherever pnpm keeps it. @param {string} names alternatives, as a regular expression */
const npm = (names) => `(^|/)node_modules/(${names})/`;

/** Folders of the core in the order in which they may build on each other: each on those before it. */
export const LAYERS = [
  "(contract|address)",
  "(storage|events|audit|secrets|background|outbound)",
  "conflicts",
  "reconciliation",
  "address-space",
  "natural-keys",
  "fields",
  "records",
  "field-definitions",
  "spaces",
  "networks",
  "vlans",
  "pools",
  "devices",
  "relationships",
  "discovery",
  "cascades",
  "datacenters",
  "(names|history|utilization|addresses)",
  "callers",
  "manifest",
  "search",
  "exports",
  "dashboard",
  "verification",
  "import",
  "plans",
  "network-plans",
  "undo",
];

/** The folder of the core that knows all others, which has rules of its own. */
export const APART = ["composition"];

/** A folder imports nothing of the folders that come after it. */
const oneWay = LAYERS.slice(0, -1).map((layer, index) => ({
  name: `areas-flow-one-way-${index + 1}`,
  comment:
    `${layer} comes before ${LAYERS.slice(index + 1).join(", ")}. What follows a change in ` +
    `later folders belongs to cascades/, which services call through contract/cascades.ts; for other needs declare a port (an interface ` +
    `and a token) where it is needed, and implement it in the later folder.`,
  from: { path: `${CORE}/${layer}/`, pathNot: tests },
  to: { path: `${CORE}/(${LAYERS.slice(index + 1).join("|")})/` },
}));

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
const forbidden = [
  ...oneWay,
  {
    name: "contract-is-leaf",
    comment:
      "The contract is what others implement: it imports zod, uuid, fastest-levenshtein and node:crypto, and nothing of " +
      "ours. Declare an interface in contract/ and implement it in events/, storage/ or composition/.",
    from: { path: `${CORE}/contract/`, pathNot: tests },
    to: { pathNot: [`${CORE}/contract/`, npm("zod|uuid|fastest-levenshtein"), "^(node:)?crypto$"] },
  },
  {
    name: "address-is-leaf",
    comment: "Address arithmetic is pure: only node:net. Pass what it needs as an argument, or move the function to address-space/.",
    from: { path: `${CORE}/address/`, pathNot: tests },
    to: { pathNot: [`${CORE}/address/`, "^(node:)?net$"] },
  },
  {
    name: "storage-and-events-know-no-resource",
    comment:
      "Storage, events, audit, secrets and background serve every resource. Let the resource call them, or give them what they need " +
      "through the contract.",
    from: { path: `${CORE}/(storage|events|audit|secrets|background)/`, pathNot: tests },
    to: { path: `${CORE}/`, pathNot: `${CORE}/(storage|events|audit|secrets|background|contract|address)/` },
  },
  {
    name: "composition-only-from-inventory",
    comment: "Only inventory.ts puts the engine together. Ask for a service by its token (contract/service-token.ts), or through Host.",
    from: { path: anySource, pathNot: [`${CORE}/composition/`, `${CORE}/inventory[.]ts$`, tests] },
    to: { path: `${CORE}/composition/` },
  },
  {
    name: "operations-are-edges",
    comment:
      "Operations describe services to the outside; only composition, inventory.ts, index.ts and a plugin's own plugin file read " +
      "them. Call the service.",
    from: {
      path: anySource,
      pathNot: [
        `${CORE}/composition/`,
        `${CORE}/(inventory|index)[.]ts$`,
        "/src/(index|[^/]*plugin)[.]ts$",
        "/src/leases/[^/]*plugin[.]ts$",
        tests,
      ],
    },
    to: { path: "[.]operations[.]ts$" },
  },
  {
    name: "inversify-only-in-composition",
    comment: "The container is a detail of composition/. Use serviceToken() and provide() of the contract.",
    from: { path: anySource, pathNot: `${CORE}/composition/` },
    to: { path: npm("inversify|@inversifyjs/[^/]+|reflect-metadata") },
  },
  {
    name: "orm-only-in-storage",
    comment:
      "MikroORM belongs to storage/ and to *.entity.ts, and nobody else meets its types. Take a Transaction, and name what it has as " +
      "UnitOfWork and StoredEntity (contract/storage/unit-of-work.ts).",
    from: { path: anySource, pathNot: [`${CORE}/storage/`, "[.]entity[.]ts$", tests] },
    to: { path: npm("@mikro-orm/[^/]+") },
  },
  {
    name: "kysely-only-in-storage",
    comment: "SQL of a resource is a statement for Transaction or Queries. What only Kysely can do belongs to a function in storage/.",
    from: { path: anySource, pathNot: [`${CORE}/storage/`, tests] },
    to: { path: npm("kysely") },
  },
  {
    name: "better-sqlite3-only-in-sqlite",
    comment: "The driver belongs to ./sqlite alone: other storages never load it. Add what you need to the storage contract.",
    from: { path: anySource, pathNot: [`${CORE}/storage/sqlite/`, tests] },
    to: { path: npm("better-sqlite3") },
  },
  {
    name: "pg-only-in-postgresql",
    comment: "The driver is an optional peer of ./postgresql alone. Add what you need to the storage contract.",
    from: { path: anySource, pathNot: [`${CORE}/storage/postgresql/`, "^packages/testing/src/postgres/", tests] },
    to: { path: npm("pg|pg-[^/]+") },
  },
  {
    name: "libsql-only-in-libsql",
    comment: "The driver is an optional peer of ./libsql alone. Add what you need to storage/sessions.",
    from: { path: anySource, pathNot: [`${CORE}/storage/libsql/`, tests] },
    to: { path: npm("libsql|@libsql/[^/]+") },
  },
  {
    name: "pglite-only-in-pglite",
    comment: "PGlite is an optional peer of ./pglite alone. Add what you need to storage/sessions.",
    from: { path: anySource, pathNot: [`${CORE}/storage/pglite/`, tests] },
    to: { path: npm("@electric-sql/[^/]+") },
  },
  {
    name: "bcrypt-only-in-password-hash",
    comment: "Hashes are slow, and bcrypt ignores what follows byte 72: password-hash.ts of auth takes care of both. Call it.",
    from: { path: anySource, pathNot: "^packages/auth/src/.*(password-hash|bcrypt[.]worker)[.]ts$" },
    to: { path: npm("bcrypt|bcryptjs") },
  },
  {
    name: "valkey-client-only-in-its-store",
    comment:
      "Whoever keeps sessions elsewhere does not load the client: valkey-session-store.ts is imported when it is chosen. Go through " +
      "SessionStore.",
    from: { path: anySource, pathNot: "^packages/auth/src/.*valkey-session-store[.]ts$" },
    to: { path: npm("ioredis") },
  },
  {
    name: "oauth-engine-only-in-its-folder",
    comment:
      "oidc-provider is pinned, and called with what it is known to do: packages/auth/src/oauth/ is the glue. Whoever does not offer " +
      "OAuth does not load it, so nothing but the OAuth plugin imports it.",
    from: { path: anySource, pathNot: "^packages/auth/src/oauth/" },
    to: { path: npm("oidc-provider|light-my-request") },
  },
  {
    name: "http-only-in-http-h3",
    comment: "How bytes travel is http-h3's business. Declare an operation, or a raw handler (Request -> Response) in the contract.",
    from: { path: anySource, pathNot: "^packages/http-h3/src/" },
    to: { path: npm("h3|listhen|srvx|rate-limiter-flexible") },
  },
  {
    name: "testing-is-not-shipped",
    comment: "@cadastre/testing is for tests. Move what the product needs to the folder it belongs to.",
    from: { path: anySource, pathNot: ["^packages/testing/", tests] },
    to: { path: "^packages/testing/" },
  },
  {
    name: "testing-needs-no-runner",
    comment:
      "Test kits run under every test runner: they import node:assert, the public entries of the core and pg, which is loaded when it is " +
      "needed. Take what a runner has as an argument.",
    from: { path: "^packages/testing/src/" },
    to: { pathNot: ["^packages/(testing|inventory-core)/src/", npm("pg")], dependencyTypesNot: ["core"] },
  },
  {
    name: "core-knows-no-plugin",
    comment: "The core runs without any plugin. Add an extension point to contract/ and let the plugin fill it.",
    from: { path: "^packages/inventory-core/" },
    to: { path: "^packages/", pathNot: "^packages/(inventory-core|testing)/" },
  },
  {
    name: "plugins-meet-in-the-contract",
    comment:
      "Plugins never import each other; only cli puts them together. What one gives the other is declared in the core's contract. " +
      "Readers of formats are shared: they belong to readers/ of importers, and import nothing of ours.",
    from: { path: "^packages/(?!inventory-core/|cli/|client/)([^/]+)/src/", pathNot: tests },
    to: {
      path: "^packages/",
      pathNot: ["^packages/(inventory-core|client)/", "^packages/importers/src/readers/index[.]ts$", "^packages/$1/"],
    },
  },
  {
    name: "client-stands-alone",
    comment:
      "The client runs in browsers and is published on its own: it imports ofetch and two parsers, and nothing of the server, not " +
      "even types. What it needs to know of the operations is generated: extend packages/client/generate.",
    from: { path: "^packages/client/src/", pathNot: tests },
    to: { pathNot: ["^packages/client/src/", npm("ofetch|eventsource-parser|@streamparser/json")] },
  },
  {
    name: "importers-know-no-server",
    comment:
      "Formats are read and written wherever a program runs: importers know the core's schemas, parsers and ofetch. What a server " +
      "does with rows belongs to import/ of the core, what a command does to cli.",
    from: { path: "^packages/importers/src/", pathNot: tests },
    to: {
      pathNot: [
        "^packages/importers/src/",
        `${CORE}/(index|exchange)[.]ts$`,
        npm("zod|csv-parse|csv-stringify|saxes|@streamparser/json|ofetch|ipaddr[.]js"),
      ],
      dependencyTypesNot: ["core"],
    },
  },
  {
    name: "readers-are-leaf",
    comment:
      "Readers of formats serve imports, lease sources, scanners and agents of other sites: bytes and lines in, plain values out. What " +
      "needs the core belongs to the importer, or to whoever reads.",
    from: { path: "^packages/importers/src/readers/", pathNot: tests },
    to: { pathNot: ["^packages/importers/src/readers/", npm("saxes")], dependencyTypesNot: ["core"] },
  },
  {
    name: "page-reaches-only-the-client",
    comment:
      "The page runs in browsers and reaches the service through the client alone: nothing of the server, of Node, or of the plugin " +
      "that serves it. What is missing belongs into an operation.",
    from: { path: "^packages/web-ui/page/" },
    to: {
      pathNot: [
        "^packages/(web-ui/page|client/src)/",
        npm("vue|vue-router|reka-ui|@lucide/vue|@tanstack/[^/]+|@vueuse/core|ipaddr[.]js|cytoscape|cytoscape-fcose|uplot"),
      ],
    },
  },
  {
    name: "formats-thread-knows-formats-alone",
    comment:
      "The thread of the page turns files into rows and back: it knows the importers and what it says to the page. What is done with " +
      "rows belongs to the page, and to an operation.",
    from: { path: "^packages/web-ui/formats/" },
    to: {
      pathNot: [
        "^packages/web-ui/formats/",
        "^packages/web-ui/page/formats/messages[.]ts$",
        "^packages/importers/src/index[.]ts$",
        npm("buffer|ipaddr[.]js"),
      ],
    },
  },
  {
    name: "packages-by-name",
    comment: "A relative path into another package is not what users get. Import the package by its name and export what is missing.",
    from: { path: "^(packages|examples)/([^/]+)/" },
    to: { path: "^packages/[^/]+/", pathNot: "^$1/$2/", dependencyTypes: ["local"] },
  },
  {
    name: "nothing-imports-tests",
    comment: "A test file is run, never imported. Move the helper to a file of its own, or to @cadastre/testing.",
    from: {},
    to: { path: tests },
  },
  {
    name: "dependencies-are-declared",
    comment:
      "Users do not install development dependencies. Declare it in dependencies or peerDependencies. Of the engine, the build takes in " +
      "what no type of its interface names (decision 0244).",
    from: { path: anySource, pathNot: tests },
    to: {
      dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"],
      dependencyTypesNot: ["npm", "npm-peer", "npm-optional"],
      pathNot: npm("@mikro-orm/(core|sql)|fastest-levenshtein|inversify|kysely|semver|uuid"),
    },
  },
  {
    name: "everything-resolves",
    comment:
      "An import that leads nowhere escapes the other rules. Correct the path, or install what is missing. Hosts are installed " +
      "when they are tried.",
    from: { pathNot: "^examples/hosts/" },
    to: { couldNotResolve: true },
  },
  {
    name: "no-cycles",
    comment: "Two files that need each other are one file, or lack a third that both import. Types count too.",
    from: {},
    to: { circular: true },
  },
  {
    name: "page-folders-have-an-order",
    comment:
      "Folders of the page import each other in one direction: texts, api, queries, parts, records, frame. What two folders need belongs " +
      "into a third.",
    scope: "folder",
    from: { path: "^packages/web-ui/page" },
    to: { circular: true },
  },
];

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: forbidden.map((rule) => ({ ...rule, severity: "error" })),
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "/dist/" },
    tsConfig: { fileName: "tsconfig.json" },
    // Imports of types point in the same directions as others.
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".js", ".mjs"],
    },
  },
};
