import { defineConfig } from "@cadastre/cli";

export default defineConfig({
  plugins: [{ use: "./src/token-users.ts", export: "tokenUsers", options: { secret: process.env["TOKEN_SECRET"] ?? "" } }],
  // No users, passwords and sessions beside those of the application.
  without: ["auth", "oauth"],
});
