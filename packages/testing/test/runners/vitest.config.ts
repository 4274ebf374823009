import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["on-vitest.ts"] } });
