import { defineConfig } from "tsup";
import { build } from "../../tsup.base.ts";

export default defineConfig(build({ index: "src/index.ts" }));
