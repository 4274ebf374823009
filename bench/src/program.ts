import { fileURLToPath } from "node:url";

/** The command, from its sources, or as it was built from them for a run of the tests: `node MAIN serve`. */
export const MAIN = process.env["TEST_COMMAND"] ?? fileURLToPath(new URL("../../packages/cli/src/main.ts", import.meta.url));
