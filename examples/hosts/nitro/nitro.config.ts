// #region config
import { defineNitroConfig } from "nitro/config";

export default defineNitroConfig({
  srcDir: "server",
  // Cadastre has files, threads and native code, which a bundle would leave behind.
  rollupConfig: { external: [/^@cadastre\//, "better-sqlite3"] },
});
// #endregion
