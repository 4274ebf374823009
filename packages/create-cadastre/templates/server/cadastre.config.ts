import { defineConfig } from "@cadastre/cli";

// `npx cadastre serve --help` lists every setting. Variables of the environment go before this file.
export default defineConfig({
  LISTEN_ADDR: "127.0.0.1:8080",
  DATA_DIR: "./data",
  // plugins: ["a-package-with-a-plugin", "./a-file-with-one.ts"],
});
