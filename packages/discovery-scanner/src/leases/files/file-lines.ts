import type { Line } from "@cadastre/importers/readers";
import type { FileHandle } from "node:fs/promises";
import { openReadable, type ReadableFiles } from "./allowed-path.ts";
import { completeLines } from "./lines.ts";

/** Most bytes of a lease file. */
const MAX_BYTES = 256 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/**
 * The complete lines of a file, up to the size that it has when it is opened: what is appended meanwhile is for the next time.
 * @throws Error with a sentence; what the file system throws
 */
export async function* fileLines(file: string, readable: ReadableFiles, signal: AbortSignal): AsyncGenerator<Line> {
  await using handle = await openReadable(file, readable);
  const found = await handle.stat();
  if (!found.isFile()) throw new Error("The path is no file.");
  if (found.size > MAX_BYTES) throw new Error(`The file has more than ${MAX_BYTES / 1024 / 1024} MiB.`);
  yield* completeLines(chunksOf(handle, found.size, signal));
}

async function* chunksOf(handle: FileHandle, size: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  for (let at = 0; at < size;) {
    signal.throwIfAborted();
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - at));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
