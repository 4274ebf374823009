import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import semver from "semver";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { common, peerProblems, problemsOf, rangeProblems, withCommon } from "../packages/manifests.ts";
import { type Manifest, packageFolders, readManifest, ROOT } from "../packages/packed.ts";

const CORE = join(ROOT, "packages/inventory-core");

describe("the manifest of a package", () => {
  let folder: string;
  let root: Manifest;
  beforeEach(async () => {
    root = await readManifest(ROOT);
    folder = await mkdtemp(join(tmpdir(), "cadastre-manifest-"));
    for (const file of ["package.json", "LICENSE", "README.md"]) await cp(join(CORE, file), join(folder, file));
  });
  afterEach(async () => await rm(folder, { recursive: true }));

  const problems = async (change: (manifest: Record<string, unknown>) => void = () => {}): Promise<string[]> => {
    const manifest = JSON.parse(await readFile(join(CORE, "package.json"), "utf8")) as Record<string, unknown>;
    change(manifest);
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
    return (await problemsOf(folder, root, String((await readManifest(CORE)).version))).map((problem) =>
      problem.replace("@cadastre/inventory-core ", ""),
    );
  };

  it("has nothing wrong as it is", async () => {
    expect(await problems()).toEqual([]);
  });

  it.each<readonly [string, (manifest: Record<string, unknown>) => void, RegExp]>([
    ["no description", (manifest) => delete manifest["description"], /has no description/],
    ["keywords of other things", (manifest) => (manifest["keywords"] = ["ipam", "dcim", "network"]), /not "cadastre" among them/],
    ["another version", (manifest) => (manifest["version"] = "9.9.9"), /has another version than the others/],
    [
      "sources to publish",
      (manifest) => (manifest["files"] = ["dist", "src", "LICENSE", "README.md", "CHANGELOG.md"]),
      /publishes other files than/,
    ],
    ["no provenance", (manifest) => delete (manifest["publishConfig"] as Record<string, unknown>)["provenance"], /without provenance/],
    [
      "an entry point that is not published",
      (manifest) => (manifest["exports"] = { ...(manifest["exports"] as object), "./more": "./src/more.ts" }),
      /other entry points than it has/,
    ],
    ["another license", (manifest) => (manifest["license"] = "ISC"), /says another license than the root/],
    [
      "an exact version of zod",
      (manifest) => (manifest["dependencies"] = { zod: "catalog:" }),
      /has zod as "catalog:": write "catalog:peers"/,
    ],
    ["an exact peer", (manifest) => (manifest["peerDependencies"] = { pg: "8.23.0" }), /has pg as "8.23.0": write "catalog:peers"/],
    ["another Node", (manifest) => (manifest["engines"] = { node: ">=18" }), /says another engines than the root/],
  ])("is told of %s", async (_, change, message) => {
    expect(await problems(change)).toEqual([expect.stringMatching(message)]);
  });

  it("is told of a licence file and a README that are not its own", async () => {
    await writeFile(join(folder, "LICENSE"), "something else");
    await rm(join(folder, "README.md"));
    expect(await problems()).toEqual([
      expect.stringContaining("another LICENSE"),
      expect.stringContaining("no README.md that begins with its name"),
      expect.stringContaining("does not say how it is installed"),
      expect.stringContaining("does not say on which Node it runs (Node 22.18 or newer)"),
    ]);
  });
});

describe("what the root says", () => {
  it("is written in one place of a manifest, and nothing else is touched", async () => {
    const root = {
      ...(await readManifest(ROOT)),
      homepage: "https://cadastre.example",
      repository: { type: "git", url: "git+https://cadastre.example/x.git" },
    };
    for (const folder of await packageFolders("packages/*")) {
      const before = await readFile(join(folder, "package.json"), "utf8");
      const after = withCommon(before, common(root, folder));
      const { homepage, repository, ...rest } = JSON.parse(after) as Manifest;
      expect({ homepage, repository }).toEqual({
        homepage: root.homepage,
        repository: { ...root.repository, directory: `packages/${basename(folder)}` },
      });
      const { homepage: _, repository: __, ...own } = JSON.parse(before) as Manifest;
      expect(rest).toEqual(own);
      expect(withCommon(after, common(root, folder))).toBe(after);
    }
  });

  it("needs its place", () => {
    expect(() => withCommon('{\n  "name": "x"\n}\n', {})).toThrow("no place");
  });
});

describe("the published ranges", () => {
  const workspace = (range: string): string => `catalog:\n  vitest: 4.1.0\ncatalogs:\n  peers:\n    vitest: ${JSON.stringify(range)}\n`;

  it("may begin below the version that is developed with", () => {
    expect(peerProblems(workspace("^4.1.0"))).toEqual([]);
    expect(peerProblems(workspace("^3.0.0 || ^4.0.0"))).toEqual([]);
  });

  it("are refused without the version that is developed with, and when they are one version", () => {
    expect(peerProblems(workspace("^3.0.0"))).toEqual(["the peer vitest is ^3.0.0, and the catalog has 4.1.0"]);
    expect(peerProblems(workspace("4.1.0"))).toEqual(["the peer vitest is 4.1.0: one version is no range"]);
  });

  it("are those of each package and template", async () => {
    const folders = [...(await packageFolders("packages/*")), ...(await packageFolders("packages/create-cadastre/templates/*"))];
    expect((await Promise.all(folders.map(readManifest))).flatMap(rangeProblems)).toEqual([]);
  });

  it("let one copy of zod serve a program: the ranges of zod begin at 4.3", async () => {
    const { catalogs } = parse(await readFile(join(ROOT, "pnpm-workspace.yaml"), "utf8")) as { catalogs: { peers: { zod: string } } };
    expect(semver.minVersion(catalogs.peers.zod)?.version).toBe("4.3.0");
  });
});
