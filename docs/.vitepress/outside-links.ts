import { posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";

/**
 * Links to files of the repository that are no pages (examples, deployment files) become their text and their path: the
 * site cannot know where the repository is browsed. A test checks that they lead somewhere.
 */
export function outsideLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("outside-links", (state) => {
    const page = (state.env as { readonly relativePath?: string }).relativePath ?? "";
    for (const { children } of state.tokens) {
      let outside = false;
      for (const token of children ?? []) {
        if (token.type === "link_open") {
          const target = token.attrGet("href") ?? "";
          const path = posix.normalize(posix.join("docs", posix.dirname(page), target.split("#")[0] ?? ""));
          outside = /^\.{1,2}\//.test(target) && !path.startsWith("docs/");
          if (!outside) continue;
          token.type = "outside_open";
          token.tag = "span";
          token.attrs = [["title", `${path} in the repository`]];
        } else if (token.type === "link_close" && outside) {
          token.type = "outside_close";
          token.tag = "span";
          outside = false;
        }
      }
    }
  });
}
