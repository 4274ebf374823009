import { fileURLToPath } from "node:url";

/** The command, from its sources: `node MAIN serve`. */
export const MAIN = fileURLToPath(new URL("../../packages/cli/src/main.ts", import.meta.url));
