import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";

/** A file of the page, as it is sent. */
export interface PageFile {
  readonly type: string;
  /** Weak: the codings of a file share it. */
  readonly etag: string;
  /** Its name holds a hash of its content, so that it never changes. */
  readonly immutable: boolean;
  readonly plain: Uint8Array<ArrayBuffer>;
  /** The codings that the build made of it, the smallest first. */
  readonly coded: readonly { readonly coding: string; readonly bytes: Uint8Array<ArrayBuffer> }[];
}

/** The built page. */
export interface Page {
  /** The page itself, which names its files by where they are for browsers. @param basePath of the server; "" for none */
  readonly indexUnder: (basePath: string) => PageFile;
  /** By path, with the slash: `/assets/index-4f1c.js`. */
  readonly files: ReadonlyMap<string, PageFile>;
}

/** Codings by the ending that the build gives their files. */
const CODINGS = [
  { coding: "br", ending: ".br" },
  { coding: "gzip", ending: ".gz" },
] as const;

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** Where the build puts the files whose names hold a hash. */
const HASHED = "/assets/";

/** Reads the whole page: it is smaller than a photograph. @throws Error when there is no index.html */
export async function readPage(folder: string): Promise<Page> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = new Set(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)));
  const plain = [...paths].filter((path) => !CODINGS.some(({ ending }) => path.endsWith(ending)));
  const files = new Map<string, PageFile>();
  for (const path of plain) {
    const name = `/${relative(folder, path).split(sep).join("/")}`;
    files.set(name, { ...(await contentOf(path, paths)), immutable: name.startsWith(HASHED) });
  }
  const index = files.get("/index.html");
  if (index === undefined) throw new Error(`there is no index.html in ${folder}`);
  files.delete("/index.html");
  return { indexUnder: indexOf(index), files };
}

/** The build names files `./assets/…`, which at a path such as /devices/1 would be elsewhere. */
function indexOf(index: PageFile): Page["indexUnder"] {
  const text = Buffer.from(index.plain).toString();
  const made = new Map<string, PageFile>();
  return (basePath) => {
    const found = made.get(basePath);
    if (found !== undefined) return found;
    const plain = new Uint8Array(Buffer.from(text.replaceAll('"./', `"${basePath}/`)));
    // Smaller than a packet as it is, so that it has no codings.
    const file: PageFile = { ...index, etag: tagOf(plain), plain, coded: [] };
    made.set(basePath, file);
    return file;
  };
}

const tagOf = (bytes: Uint8Array): string => `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;

async function contentOf(path: string, paths: ReadonlySet<string>): Promise<Omit<PageFile, "immutable">> {
  const plain = await bytesOf(path);
  const coded: { coding: string; bytes: Uint8Array<ArrayBuffer> }[] = [];
  for (const { coding, ending } of CODINGS) if (paths.has(path + ending)) coded.push({ coding, bytes: await bytesOf(path + ending) });
  return {
    type: TYPES[extname(path)] ?? "application/octet-stream",
    etag: tagOf(plain),
    plain,
    coded,
  };
}

async function bytesOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(path));
}
