import { H3 } from "h3";
import { expect, test } from "vitest";
import { type FoundRoute, RouteTree } from "../../src/server/route-tree.ts";

function h3Of(patterns: readonly string[]): H3 {
  const app = new H3({ silent: true });
  for (const pattern of patterns) app.all(pattern, (event) => ({ found: pattern, params: { ...event.context.params } }));
  return app;
}

/** What h3 finds for a path. */
async function foundByH3(app: H3, path: string): Promise<FoundRoute<string> | undefined> {
  const response = await app.request(path);
  return response.status === 404 ? undefined : ((await response.json()) as FoundRoute<string>);
}

const treeOf = (patterns: readonly string[]): RouteTree<string> => {
  const tree = new RouteTree<string>();
  for (const pattern of patterns) tree.add(pattern, pattern);
  return tree;
};

/** Of `/**` h3 tells what is behind it too: that is no parameter of ours. */
function seenOf(route: FoundRoute<string> | undefined): unknown {
  return route === undefined ? undefined : [route.found, route.found.endsWith("**") ? {} : { ...route.params }];
}

/** Every way to put up to `most` of the parts together. */
function combined(parts: readonly string[], most: number): readonly string[][] {
  if (most === 0) return [];
  return parts.flatMap((part) => [[part], ...combined(parts, most - 1).map((rest) => [part, ...rest])]);
}

/** Parameters have the name of their place, as those of paths of one form are one route. */
const PATTERNS = combined(["api", "b", ":"], 3)
  .map((parts) => parts.map((part, index) => (part === ":" ? `/:p${index}` : `/${part}`)).join(""))
  .flatMap((path) => [path, `${path}/**`]);

const PATHS = combined(["api", "b", "x-1", "~t.json"], 4).map((parts) => `/${parts.join("/")}`);

/** The same choices in every run. */
function* choices(seed: number): Generator<number> {
  for (let state = seed; ; yield state / 2 ** 32) state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])("paths lead where h3 leads them, with the same parameters: routes %i", async (seed) => {
  const chance = choices(seed);
  const patterns = PATTERNS.filter(() => (chance.next().value as number) < 0.15);
  const [tree, app] = [treeOf(patterns), h3Of(patterns)];
  for (const path of PATHS) {
    expect(seenOf(tree.find(path)), path).toEqual(seenOf(await foundByH3(app, path)));
  }
});

test.each([
  ["an escape", "/api/a%2Fb"],
  ["an empty segment", "/api//b"],
  ["two slashes first", "//api/b"],
  ["a slash at the end", "/api/b/"],
  ["a step", "/api/./b"],
  ["a step back", "/api/../b"],
  ["a fragment", "/api/b#c"],
  ["a fragment in the query", "/api/b?c#d"],
  ["a backslash", "/api\\b"],
  ["a quote in the query", "/api/b?c='"],
  ["a letter beyond ASCII", "/api/ä"],
  ["a whole URL", "http://localhost/api/b"],
  ["an asterisk", "*"],
  ["nothing", undefined],
])("%s is for h3 to read", (_, path) => {
  expect(treeOf(["/**"]).find(path)).toBeUndefined();
});

test("a query is no part of the path", () => {
  expect(treeOf(["/api/:id"]).find("/api/x?a=/b&c=%20")).toEqual({ found: "/api/:id", params: { id: "x" } });
});
