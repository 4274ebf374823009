import { join } from "node:path";
import { defineConfig } from "@cadastre/cli";

const file = process.env["INVENTORY_FILE"] ?? join(import.meta.dirname, "inventory.db");

export default defineConfig({ storage: { use: "./src/node-sqlite.ts", export: "nodeSqlite", options: { file } } });
