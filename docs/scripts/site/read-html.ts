import { type DefaultTreeAdapterTypes, parse } from "parse5";

/** What a page of HTML leads to and loads. */
export interface Html {
  readonly ids: ReadonlySet<string>;
  /** Targets of `a`. */
  readonly links: readonly string[];
  /** What a browser fetches by itself. */
  readonly resources: readonly string[];
  readonly text: string;
}

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;

/** Attributes by which elements fetch, and those of links. */
const FETCHED: Readonly<Record<string, readonly string[]>> = {
  script: ["src"],
  link: ["href"],
  img: ["src"],
  iframe: ["src"],
  embed: ["src"],
  object: ["data"],
  audio: ["src"],
  video: ["src", "poster"],
  source: ["src"],
  track: ["src"],
  image: ["href"],
  use: ["href"],
};

/** Relations of `link` that fetch nothing. */
const NOT_FETCHED = new Set(["canonical", "alternate", "author", "license", "next", "prev"]);

/** Reads a page of HTML. */
export function readHtml(html: string): Html {
  const ids = new Set<string>();
  const links: string[] = [];
  const resources: string[] = [];
  let text = "";
  const visit = (node: Node): void => {
    if (node.nodeName === "#text" && "value" in node) text += node.value;
    if ("attrs" in node) {
      const attribute = (name: string): string | undefined => node.attrs.find((one) => one.name === name)?.value;
      const id = attribute("id");
      if (id !== undefined) ids.add(id);
      const href = attribute("href");
      if (node.nodeName === "a" && href !== undefined) links.push(href);
      const fetched = node.nodeName === "link" && NOT_FETCHED.has(attribute("rel") ?? "") ? [] : (FETCHED[node.nodeName] ?? []);
      for (const name of fetched) {
        const value = attribute(name);
        if (value !== undefined && !value.startsWith("#")) resources.push(value);
      }
      resources.push(
        ...(attribute("srcset") ?? "")
          .split(",")
          .map((part) => part.trim().split(/\s+/)[0] ?? "")
          .filter((part) => part !== ""),
      );
    }
    if ("childNodes" in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(html));
  return { ids, links, resources, text };
}
