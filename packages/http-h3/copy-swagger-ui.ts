// Part of the build: puts what the API reference needs of Swagger UI beside its page. Users of this package get these
// files and not the package swagger-ui-dist, which comes with a script that reports installations.
import { copyFile, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const from = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const to = join(import.meta.dirname, "api-reference", "swagger-ui");
await mkdir(to, { recursive: true });
for (const name of ["swagger-ui-bundle.js", "swagger-ui-bundle.js.LICENSE.txt", "swagger-ui.css", "LICENSE", "NOTICE"])
  await copyFile(join(from, name), join(to, name));
