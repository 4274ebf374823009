// Builds the site into docs/.vitepress/dist and checks it; with --serve, serves it while it is written.
import { cp, rm } from "node:fs/promises";
import { build, createServer } from "vitepress";
import { writePackageApi } from "./package-api.ts";
import { unfoundWords } from "./site/check-search.ts";
import { siteProblems } from "./site/check-site.ts";
import { ROOT } from "./markdown-pages.ts";

const docs = `${ROOT}docs`;
process.env["NODE_ENV"] = process.argv.includes("--serve") ? "development" : "production";
// Loaded now: what builds the page loads Vue, which looks once at what it is for.
const { playground } = await import("./playground/build-playground.ts");
await writePackageApi();
// VitePress hands on what is in this folder as it is.
const handedOn = `${docs}/public/playground`;
await rm(handedOn, { recursive: true, force: true });
await cp(await playground(), handedOn, { recursive: true });
if (process.argv.includes("--serve")) {
  const server = await createServer(docs);
  await server.listen();
  server.printUrls();
} else {
  // Fails on links between pages that lead nowhere.
  await build(docs);
  const site = `${docs}/.vitepress/dist`;
  const checked = await siteProblems(site);
  const { pages } = checked;
  const problems = [...checked.problems, ...(await unfoundWords(site)).map((word) => `the search finds nothing for ${word}`)];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else
    console.log(
      `${pages} pages: every link and anchor leads somewhere, and nothing is fetched from elsewhere; the search finds what it should.`,
    );
}
