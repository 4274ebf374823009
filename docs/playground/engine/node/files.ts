// `node:fs/promises` for browsers: the temporary files of lists, which are unlinked as soon as they are open, in memory.
interface TemporaryFile {
  write(piece: Uint8Array, from: number, length: number, at: number): Promise<{ readonly bytesWritten: number }>;
  read(into: Uint8Array, from: number, length: number, at: number): Promise<{ readonly bytesRead: number }>;
  close(): Promise<void>;
}

export async function open(): Promise<TemporaryFile> {
  let bytes = new Uint8Array(0);
  return {
    async write(piece, from, length, at) {
      if (at + length > bytes.length) {
        const longer = new Uint8Array(Math.max(at + length, 2 * bytes.length));
        longer.set(bytes);
        bytes = longer;
      }
      bytes.set(piece.subarray(from, from + length), at);
      return { bytesWritten: length };
    },
    async read(into, from, length, at) {
      into.set(bytes.subarray(at, at + length), from);
      return { bytesRead: length };
    },
    async close() {
      bytes = new Uint8Array(0);
    },
  };
}

export async function rm(): Promise<void> {}

export async function readdir(): Promise<readonly string[]> {
  return [];
}
