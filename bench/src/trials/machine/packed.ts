import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TrialContext } from "../trial.ts";
import { finish } from "./programs.ts";

export const REPOSITORY = fileURLToPath(new URL("../../../../", import.meta.url));

/** Packs what was built, by the command that operators use. @returns the folder of tarballs, called `packed`, in `folder` */
export async function packHere(folder: string, { signal }: TrialContext): Promise<string> {
  const packed = join(folder, "packed");
  await mkdir(packed, { recursive: true });
  await finish(process.execPath, [join(REPOSITORY, ".ci/packages/pack-packages.ts"), packed, "--built"], { cwd: REPOSITORY, signal });
  return packed;
}
