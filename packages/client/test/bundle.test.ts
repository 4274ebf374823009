import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { type BrowserBundle, bundleForBrowser, eagerOutputs } from "../../../.ci/packages/browser-bundle.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));

const bundled = async (source: string): Promise<BrowserBundle> => await bundleForBrowser(source, HERE);

/** @param all also what is loaded later */
const packagesIn = (bundle: BrowserBundle, all = true): string[] => {
  const eager = eagerOutputs(bundle);
  const outputs = Object.entries(bundle.metafile.outputs).filter(([path]) => all || eager.has(path));
  const inputs = outputs.flatMap(([, output]) => Object.entries(output.inputs));
  const names = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => path)
    .map((path) => /node_modules\/(?:\.pnpm\/[^/]+\/node_modules\/)?((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].toSorted();
};

const MAIN = `import { createClient } from "../src/index.ts"; globalThis.client = createClient({ baseUrl: "" });`;

// How large it may be: .ci/packages/size-limits.ts.
describe("in a page", () => {
  // The bundler starts a process with the first bundle: that of a test would end with the test.
  beforeAll(async () => void (await bundled("")));

  it("holds nothing of the server, of Node or of the manifest", async () => {
    const bundle = await bundled(MAIN);
    expect(packagesIn(bundle)).toEqual(["@streamparser/json", "destr", "eventsource-parser", "ofetch", "ufo"]);
    expect(Object.keys(bundle.metafile.inputs).filter((path) => path.includes("manifest.json") || path.includes("inventory-core"))).toEqual(
      [],
    );
  });

  it("loads the parser of lists only when a list is streamed", async () => {
    const { metafile } = await bundled(MAIN);
    const withParser = Object.values(metafile.outputs).filter(({ inputs }) =>
      Object.keys(inputs).some((path) => path.includes("@streamparser")),
    );
    expect(withParser.map(({ entryPoint }) => entryPoint?.includes("streamparser"))).toEqual([true]);
  });

  it("brings nothing along with the error class", async () => {
    const bundle = await bundled(
      `import { CadastreError } from "../src/index.ts"; globalThis.isOurs = (error) => error instanceof CadastreError;`,
    );
    expect(packagesIn(bundle, false)).toEqual([]);
  });

  it("can have the manifest too", async () => {
    const bundle = await bundled(
      `import { manifest } from "../src/manifest.ts"; globalThis.names = manifest.operations.map(({ id }) => id);`,
    );
    expect(packagesIn(bundle)).toEqual([]);
  });
});
