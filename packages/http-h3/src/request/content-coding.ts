import { pipeline, Readable, type Transform } from "node:stream";
import { constants, createBrotliCompress, createGzip, createZstdCompress } from "node:zlib";

/** Content codings, the preferred first. Levels that cost little beside reading the list. */
const CODERS: Readonly<Record<string, () => Transform>> = {
  zstd: () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip({ level: 5 }),
};

/** The coding that the client likes best; undefined for none (RFC 9110 §12.5.3). */
export function chooseCoding(acceptEncoding: string | undefined): string | undefined {
  if (acceptEncoding === undefined) return undefined;
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    weights.set(name, Number.isFinite(weight) ? weight : 0);
  }
  let best: string | undefined;
  let bestWeight = 0;
  for (const name of Object.keys(CODERS)) {
    const weight = weights.get(name) ?? weights.get("*") ?? 0;
    if (weight > bestWeight) {
      best = name;
      bestWeight = weight;
    }
  }
  return best;
}

/** Codes pieces as they come; a failure or an early end of either side ends the other. */
export function coded(pieces: AsyncIterable<string | Uint8Array> | readonly string[], coding: string): AsyncIterable<Uint8Array> {
  const coder = (CODERS[coding] as () => Transform)();
  // Whoever reads the coder sees the failure; the callback only keeps it from being thrown.
  pipeline(Readable.from(pieces, { objectMode: false }), coder, () => {});
  return coder as AsyncIterable<Uint8Array>;
}
