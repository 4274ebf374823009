import { registerHooks } from "node:module";

// Vitest notes every import of a source in the graph that its watch mode reads, each with a message to the main process, and reads source
// maps, which sources that Node strips of types do not have. A run that watches nothing does without: files that are named by their path
// need no search either.
const PLACE = Symbol.for("cadastre.testing.plain-loading");
const marks = globalThis as { [PLACE]?: true };

if (process.env["VITEST_MODE"] === "RUN" && marks[PLACE] === undefined) {
  marks[PLACE] = true;
  process.setSourceMapsEnabled(false);
  registerHooks({
    resolve: (specifier, context, next) =>
      context.parentURL !== undefined && /^\.{1,2}\/[^?]*\.ts$/.test(specifier)
        ? { url: new URL(specifier, context.parentURL).href, format: "module-typescript", shortCircuit: true }
        : next(specifier, context),
  });
}
