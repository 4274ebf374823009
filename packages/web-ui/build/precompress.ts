import { readFile, writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXTS = new Set([".css", ".html", ".js", ".json", ".svg", ".webmanifest"]);

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * `smallest` is for a package, which is built once and sent often; `quick` for whoever waits for the page: a tenth of the time, a tenth
 * larger.
 */
export type Effort = "smallest" | "quick";

const BROTLI_QUALITY: Readonly<Record<Effort, number>> = { smallest: constants.BROTLI_MAX_QUALITY, quick: 5 };

/** Writes a `.br` and a `.gz` beside each text that gets smaller. */
export async function precompress(paths: readonly string[], effort: Effort): Promise<void> {
  for (const path of paths.filter((one) => TEXTS.has(extname(one)))) {
    const plain = await readFile(path);
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort], [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
    const coded = [
      [".br", await brotli(plain, { params })],
      [".gz", await zip(plain, { level: constants.Z_BEST_COMPRESSION })],
    ] as const;
    for (const [ending, bytes] of coded) if (bytes.length < plain.length) await writeFile(path + ending, bytes);
  }
}
