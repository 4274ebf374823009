import { defineConfig } from "tsup";
import { build, inPlaceOf } from "../../tsup.base.ts";

/**
 * What listhen makes certificates with is loaded when one is made: 42 modules, which hold 2 MB. So listhen is in the bundle, with what
 * listens, and without what listenOn switches off.
 */
const certificates = inPlaceOf(
  "certificates",
  /^node-forge$/,
  `import { createRequire } from "node:module";
  export default new Proxy({}, { get: (_, part) => createRequire(import.meta.url)("node-forge")[part] });`,
);
const switchedOff = inPlaceOf(
  "switched-off",
  /^(?:untun|tinyclip|crossws|jiti|@parcel)(?:$|\/)|^\.\.?\/chunks\/(?:xdg-open|prompt)\.mjs$/,
  "export {};",
);

/** It requires them, which modules cannot. Imports of ours say `node:http`. */
const nodeServers = ["http", "https"].map((name) =>
  inPlaceOf(`server-of-${name}`, new RegExp(`^${name}$`), `export { Server } from "node:${name}";`),
);

/** Its main file loads a limiter for each of a dozen databases. */
const oneLimiter = inPlaceOf(
  "one-limiter",
  /^rate-limiter-flexible$/,
  `export { default as RateLimiterRedis } from "rate-limiter-flexible/lib/RateLimiterRedis.js";
  export { default as RateLimiterRes } from "rate-limiter-flexible/lib/RateLimiterRes.js";`,
);

export default defineConfig({
  ...build({ index: "src/index.ts", next: "src/next.ts" }, [certificates, switchedOff, ...nodeServers, oneLimiter]),
  noExternal: ["listhen", /^node-forge$/, /^rate-limiter-flexible$/],
});
