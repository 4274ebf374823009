import { fileURLToPath } from "node:url";
import { buildTemplates } from "./build-templates.ts";

await buildTemplates(fileURLToPath(new URL("../dist/templates/", import.meta.url)));
