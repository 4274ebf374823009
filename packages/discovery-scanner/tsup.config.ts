import { defineConfig } from "tsup";
import { build } from "../../tsup.base.ts";

export default defineConfig(
  build({ index: "src/index.ts", leases: "src/leases/index.ts", nmap: "src/nmap/index.ts", site: "src/leases/site/index.ts" }),
);
