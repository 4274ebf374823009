import type { ServiceFile } from "@cadastre/client";

/** What has arrived is given to the browser in parts of this size: it keeps large ones on disk. */
const PART_BYTES = 4 * 1024 * 1024;

/** Lets the user save a file of the service under its name, once all of it has arrived. A file that is cut off is not saved. */
export async function saveFile({ name, mediaType, body }: ServiceFile): Promise<void> {
  const parts: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Uint8Array<ArrayBuffer>);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    parts.push(new Blob(chunks));
    [chunks, size] = [[], 0];
  }
  const url = URL.createObjectURL(new Blob([...parts, ...chunks], { type: mediaType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to save by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
