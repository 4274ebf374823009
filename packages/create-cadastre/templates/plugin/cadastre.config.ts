import { defineConfig } from "@cadastre/cli";

export default defineConfig({
  plugins: [{ use: "./src/racks-plugin.ts", export: "racksPlugin" }],
});
