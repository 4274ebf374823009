import type { BigIntStats } from "node:fs";
import { stat } from "node:fs/promises";

/** A file that is not there, for those of which only some are. */
export const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === "ENOENT";

/** Whether there is anything at a path. */
export async function isThere(file: string): Promise<boolean> {
  return (await identityOf(file)) !== "none";
}

/** Returns which file it is, by its device and inode. */
export const identityIn = ({ dev, ino }: Pick<BigIntStats, "dev" | "ino">): string => `${dev}:${ino}`;

/** Tells which file is at a path, however long it is; `none` for none. */
export async function identityOf(file: string): Promise<string> {
  return await told(file, identityIn);
}

/** Tells whether a file is as it was: which it is, how long, and when it was written. */
export async function contentsOf(file: string): Promise<string> {
  return await told(file, ({ dev, ino, size, mtimeNs }) => `${dev}:${ino}:${size}:${mtimeNs}`);
}

async function told(file: string, tell: (found: Awaited<ReturnType<typeof statOf>>) => string): Promise<string> {
  try {
    return tell(await statOf(file));
  } catch (error) {
    if (isMissing(error)) return "none";
    throw error;
  }
}

const statOf = async (file: string) => await stat(file, { bigint: true });
