import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { siteProblems } from "../scripts/site/check-site.ts";

describe("the check of the built site", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-site-"));
    await put(
      "index.html",
      '<link rel="stylesheet" href="/assets/style.css"><h1 id="top">x</h1><a href="/guides/one.html#two">1</a><a href="#top">2</a><a ' +
        'href="https://example.org/">3</a>',
    );
    await put(
      "guides/one.html",
      '<h2 id="two">x</h2><a href="../">up</a><a href="./one">itself</a><img src="data:,"><script src="/assets/app.js"></script>',
    );
    await put("assets/style.css", "a { background: url(data:,) }");
    await put("assets/app.js", 'console.log("https://example.org/where", "http://www.w3.org/2000/svg")');
  });
  afterEach(async () => await rm(folder, { recursive: true }));

  const put = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  };

  it("finds nothing wrong with a site that is whole", async () => {
    expect(await siteProblems(folder)).toEqual({ pages: 2, problems: [] });
  });

  it.each([
    ["a page that is not there", "a.html", '<a href="/gone.html">x</a>', "/gone.html leads nowhere"],
    ["an anchor that is not there", "a.html", '<a href="/guides/one.html#three">x</a>', "#three leads to an anchor that is not there"],
    ["an anchor of its own", "a.html", '<a href="#none">x</a>', "#none leads to an anchor that is not there"],
    ["a link that runs code", "a.html", '<a href="javascript:alert(1)">x</a>', "no link that a page may have"],
    ["a script of another origin", "a.html", '<script src="https://cdn.example/x.js"></script>', "fetched from another origin"],
    ["a style of another origin", "a.html", '<link rel="stylesheet" href="//cdn.example/x.css">', "fetched from another origin"],
    [
      "a picture of another origin",
      "a.html",
      '<img srcset="/a.png 1x, https://cdn.example/b.png 2x">',
      "https://cdn.example/b.png is fetched",
    ],
    ["a file that is not there", "a.html", '<img src="/gone.png">', "/gone.png is not there"],
    ["a font of another origin", "assets/a.css", "@font-face { src: url('https://fonts.example/x.woff2') }", "fetched from another origin"],
    ["an imported style", "assets/a.css", '@import "https://fonts.example/x.css";', "fetched from another origin"],
    ["a script that knows another origin", "assets/a.js", 'fetch("https://stats.example/hit")', "https://stats.example/hit may be fetched"],
  ])("finds %s", async (_, file, text, problem) => {
    await put(file, text);
    const { problems } = await siteProblems(folder);
    expect(problems.join("\n")).toContain(problem);
    expect(problems.every((line) => line.startsWith(`/${file}`))).toBe(true);
  });
});
