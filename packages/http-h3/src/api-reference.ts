import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { coreErrors, isInventoryError } from "@cadastre/inventory-core";
import { packageFile } from "@cadastre/inventory-core/protocol";
import { type Answer, emptyAnswer } from "./answer/answer.ts";
import { noneMatchNames } from "./answer/conditional.ts";
import { chooseCoding, coded } from "./request/content-coding.ts";
import type { Exchange } from "./request/exchange.ts";

/** The same folder from the sources and from dist/, as long as this file lies at the top of src/. @throws PACKAGE_FILES_MISSING */
function pageFolder(): string {
  const folder = packageFile(import.meta.url, "../api-reference/");
  if (folder === undefined) throw coreErrors.PACKAGE_FILES_MISSING({ package: "@cadastre/http-h3" });
  return folder;
}

/** The build puts the files of Swagger UI beside the page; before it, they are where the package manager has them. */
function swaggerFolder(): string {
  const built = join(pageFolder(), "swagger-ui");
  return existsSync(built) ? built : dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
}

/**
 * Scripts, styles and requests of the server itself, and nothing inline: the page shows texts of plugins, and holds a
 * key. Arrows and ticks are images in the style sheet.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; form-action 'none'; base-uri 'none'; " +
  "frame-ancestors 'none'";

interface PageFile {
  readonly folder: () => string;
  readonly name: string;
  readonly type: string;
}

const SCRIPT = "text/javascript; charset=utf-8";
const STYLE = "text/css; charset=utf-8";

/** The files by what follows the path of the page. */
const FILES: Readonly<Record<string, PageFile>> = {
  "": { folder: pageFolder, name: "index.html", type: "text/html; charset=utf-8" },
  "/start.js": { folder: pageFolder, name: "start.js", type: SCRIPT },
  "/style.css": { folder: pageFolder, name: "style.css", type: STYLE },
  "/swagger-ui-bundle.js": { folder: swaggerFolder, name: "swagger-ui-bundle.js", type: SCRIPT },
  "/swagger-ui.css": { folder: swaggerFolder, name: "swagger-ui.css", type: STYLE },
};

/** The page that shows the OpenAPI document. Its files are looked for when they are asked for, and kept by none. */
export class ApiReference {
  /** What follows the path of the page, for each of its files. */
  static readonly paths: readonly string[] = Object.keys(FILES);

  readonly #tags = new Map<string, Promise<string>>();

  /** Answers with a file. @throws NOT_FOUND where the installation has none of Swagger UI, PACKAGE_FILES_MISSING in a bundle */
  async answer(exchange: Exchange, path: string): Promise<Answer> {
    const { folder, name, type } = FILES[path] as PageFile;
    const file = fileOf(folder, name);
    const tag = await this.#tagOf(file);
    const headers: [string, string][] = [
      ["etag", tag],
      ["cache-control", "no-cache"],
      ["vary", "accept-encoding"],
    ];
    if (noneMatchNames(exchange.header("if-none-match") ?? "", tag)) return emptyAnswer(304, headers);
    headers.push(["content-type", type]);
    if (path === "") headers.push(["content-security-policy", POLICY]);
    const coding = chooseCoding(exchange.header("accept-encoding"));
    if (coding !== undefined) headers.push(["content-encoding", coding]);
    if (exchange.isHead) return { status: 200, headers, body: null };
    const pieces = createReadStream(file) as AsyncIterable<Uint8Array>;
    return { status: 200, headers, body: coding === undefined ? pieces : coded(pieces, coding) };
  }

  /** A weak tag, because the bytes that are sent depend on the coding. Files of an installation do not change. */
  async #tagOf(file: string): Promise<string> {
    let tag = this.#tags.get(file);
    if (tag === undefined) {
      tag = hashOf(file);
      this.#tags.set(file, tag);
      tag.catch(() => this.#tags.delete(file));
    }
    return await tag;
  }
}

function fileOf(folder: () => string, name: string): string {
  try {
    return join(folder(), name);
  } catch (cause) {
    if (isInventoryError(cause)) throw cause;
    throw coreErrors.NOT_FOUND({ what: "page" }, { cause });
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file) as AsyncIterable<Uint8Array>) hash.update(piece);
  return `W/"${hash.digest("base64url")}"`;
}
