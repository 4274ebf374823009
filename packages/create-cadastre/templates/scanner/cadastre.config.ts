import { join } from "node:path";
import { defineConfig } from "@cadastre/cli";

export default defineConfig({
  DISCOVERY_SCANNER: "hosts-file",
  plugins: [{ use: "./src/hosts-file-scanner.ts", export: "hostsFileScanner", options: { path: join(import.meta.dirname, "hosts.txt") } }],
});
