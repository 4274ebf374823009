import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

// What reports reached mutants, in this process and those that it starts, says for which test file.
process.env["MUTANTS_TEST"] = relative(fileURLToPath(new URL("../../", import.meta.url)), expect.getState().testPath ?? "");
