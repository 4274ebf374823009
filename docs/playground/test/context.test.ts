import { AsyncLocalStorage } from "node:async_hooks";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { buildSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { LOWERED } from "../../scripts/playground/build-engine.ts";
import { courses } from "./courses.ts";

/** What comes of the courses with the stand-in, in a thread whose promises are its own. */
async function withStandIn(lowering: object): Promise<unknown> {
  const { outputFiles } = buildSync({
    stdin: {
      contents: `
        import { parentPort } from "node:worker_threads";
        import { AsyncLocalStorage, carryContexts } from "../engine/context.ts";
        import { courses } from "./courses.ts";
        carryContexts();
        courses(AsyncLocalStorage).then((seen) => parentPort.postMessage(seen));`,
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    ...lowering,
  });
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? "")}`));
  try {
    return await new Promise((resolve, reject) => {
      thread.once("message", resolve);
      thread.once("error", reject);
    });
  } finally {
    await thread.terminate();
  }
}

describe("contexts in a browser", () => {
  it("pass on as Node's do, in all that the engine's bundle does", async () => {
    const asInNode = await courses(AsyncLocalStorage);
    expect(JSON.stringify(asInNode)).toContain("inner");
    expect(await withStandIn(LOWERED)).toEqual(asInNode);
  });

  it("would be lost at an await that the bundle left to the browser", async () => {
    expect(await withStandIn({ target: "es2022" })).not.toEqual(await courses(AsyncLocalStorage));
  });
});
