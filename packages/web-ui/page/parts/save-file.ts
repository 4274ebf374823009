import type { ServiceFile } from "@cadastre/client";

/** What has arrived is given to the browser in parts of this size: it keeps large ones on disk. */
const PART_BYTES = 4 * 1024 * 1024;

/** Browsers begin to read what is saved a moment after it was asked for. */
const FORGET_AFTER_MS = 60_000;

/** Has the browser keep a file under a name, where its user keeps downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), FORGET_AFTER_MS);
}

/** The same with a file of the service, once all of it has arrived: one that is cut off is not saved. */
export async function saveServiceFile({ name, mediaType, body }: ServiceFile): Promise<void> {
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
  saveFile(new Blob([...parts, ...chunks], { type: mediaType }), name);
}
