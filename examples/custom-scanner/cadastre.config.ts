// #region settings
import { defineConfig } from "@cadastre/cli";

// #region config
export default defineConfig({
  LISTEN_ADDR: "127.0.0.1:0",
  LOG_LEVEL: "warn",
  DISCOVERY_SCANNER: "static-list",
  plugins: [{ use: "./src/static-scanner.ts", export: "staticScanner", options: [{ ip: "10.0.0.7", macAddress: "02:00:00:00:00:07" }] }],
  without: ["mcp", "oauth"],
});
// #endregion config
// #endregion settings
