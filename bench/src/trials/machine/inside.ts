import type { TrialContext } from "../trial.ts";
import { npmCache } from "./debian-root.ts";
import { finish, type Said } from "./programs.ts";

/** The arguments of systemd-nspawn for one command in a root, with the network of this machine and no systemd inside. */
export async function insideArgs(root: string, command: readonly string[], options: readonly string[] = []): Promise<readonly string[]> {
  return [
    "--quiet",
    "--register=no",
    "--keep-unit",
    "--as-pid2",
    "--pipe",
    "--resolv-conf=copy-host",
    `--bind=${await npmCache()}:/npm-cache`,
    ...options,
    "-D",
    root,
    ...command,
  ];
}

/** Runs a shell command in a root, as root there. @throws when it fails */
export async function inside(
  root: string,
  command: string,
  { program, signal }: TrialContext,
  options: readonly string[] = [],
): Promise<Said> {
  return await finish(program("systemd-nspawn"), await insideArgs(root, ["/bin/sh", "-ec", command], options), { signal });
}
