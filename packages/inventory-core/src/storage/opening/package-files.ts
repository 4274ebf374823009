import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { coreErrors } from "../../contract/errors/core-errors.ts";

/**
 * Finds a file or folder that a package ships with its code.
 *
 * @param moduleUrl `import.meta.url` of the module that needs it; bundles of CommonJS have none
 * @param paths from the module; the first that exists is taken: `./page/` of the build, or `../build/main.ts` of the sources
 * @returns undefined when there is none, because a bundler moved the code
 */
export function packageFile(moduleUrl: string | undefined, ...paths: readonly string[]): string | undefined {
  if (moduleUrl?.startsWith("file:") !== true) return undefined;
  return paths.map((path) => fileURLToPath(new URL(path, moduleUrl))).find((path) => existsSync(path));
}

/**
 * Explains a failure to load a module that is there when its package was not bundled: `PACKAGE_FILES_MISSING`, with the failure as its
 * cause. Other failures are returned unchanged.
 *
 * @param name of the package, as npm has it
 */
export function explainMissingFiles(name: string, error: unknown): unknown {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const isMissing = code === "MODULE_NOT_FOUND" || code === "ERR_MODULE_NOT_FOUND" || String(message).startsWith("Dynamic require of ");
  return isMissing ? coreErrors.PACKAGE_FILES_MISSING({ package: name }, { cause: error }) : error;
}
