import { PGlite } from "@electric-sql/pglite";
import type { PGliteInstance } from "@cadastre/inventory-core/pglite";
import sample from "zipped:database.tar";
import trigrams from "zipped:pg_trgm.tar.gz";
import files from "zipped:pglite.data";
import postgres from "zipped:pglite.wasm";

/** How files begin that are zipped (RFC 1952). */
const ZIPPED = [0x1f, 0x8b] as const;

/** What makes databases is not needed where one is opened, and asked for all the same: a module with nothing in it. */
const NOTHING = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

const own = (file: string): URL => new URL(file, import.meta.url);

/** A file beside this one. Some hosts say that what is zipped is coded for the way, and then the browser has unzipped it. */
async function unzipped(file: string): Promise<Response> {
  const response = await fetch(own(file));
  if (!response.ok) throw new Error(`${response.url} could not be loaded: ${response.status} ${response.statusText}`);
  const blob = await response.blob();
  const head = new Uint8Array(await blob.slice(0, ZIPPED.length).arrayBuffer());
  const isZipped = ZIPPED.every((byte, index) => head[index] === byte);
  return new Response(isZipped ? blob.stream().pipeThrough(new DecompressionStream("gzip")) : blob);
}

const compiled = async (file: string): Promise<WebAssembly.Module> => await WebAssembly.compile(await (await unzipped(file)).arrayBuffer());

const blobOf = async (file: string): Promise<Blob> => await (await unzipped(file)).blob();

/** PostgreSQL in WebAssembly, in memory, with the sample in it; all of it from files beside this one. */
export async function openDatabase(): Promise<PGliteInstance> {
  const [pgliteWasmModule, fsBundle, loadDataDir] = await Promise.all([compiled(postgres), blobOf(files), blobOf(sample)]);
  const pg_trgm = { name: "pg_trgm", setup: async () => ({ bundlePath: own(trigrams) }) };
  const initdbWasmModule = new WebAssembly.Module(NOTHING);
  return (await PGlite.create({ pgliteWasmModule, initdbWasmModule, fsBundle, loadDataDir, extensions: { pg_trgm } })) as PGliteInstance;
}
