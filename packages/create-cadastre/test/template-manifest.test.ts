import { expect, it } from "vitest";
import { catalogsOf, publishedManifest } from "../generate/template-manifest.ts";

const versions = {
  catalogs: catalogsOf("catalog:\n  vitest: 5.1.0\ncatalogs:\n  peers:\n    vitest: ^5.0.0\n"),
  workspace: { "@cadastre/cli": "1.2.3" },
};

it("writes versions where the workspace has references", () => {
  const manifest = {
    name: "x",
    dependencies: { "@cadastre/cli": "workspace:^" },
    devDependencies: { "@cadastre/cli": "workspace:*", vitest: "catalog:" },
    peerDependencies: { vitest: "catalog:peers" },
  };
  expect(publishedManifest(manifest, versions)).toEqual({
    name: "x",
    dependencies: { "@cadastre/cli": "^1.2.3" },
    devDependencies: { "@cadastre/cli": "1.2.3", vitest: "5.1.0" },
    peerDependencies: { vitest: "^5.0.0" },
  });
});

it.each(["^5.0.0", "catalog:none", "workspace:~", "file:../x"])(
  "refuses %s, which would be a second place for a version or none",
  (range) => {
    expect(() => publishedManifest({ devDependencies: { vitest: range, "@cadastre/cli": range } }, versions)).toThrow(/vitest: /);
  },
);
