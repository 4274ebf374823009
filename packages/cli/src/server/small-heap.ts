import { setFlagsFromString } from "node:v8";

/**
 * What V8 is told once it runs. Both are read each time that garbage was collected, and so count from then on:
 *
 * - The young generation keeps its first size (1 MiB a half) instead of growing to 64 MB and more on machines with much memory.
 * - The old one is collected once it is half as large again as what lives in it, instead of up to four times as large.
 */
const FLAGS = ["--semi-space-growth-factor=1", "--heap-growing-percent=50"];

/**
 * An agent waits most of the time, and shares a small machine: the old generation is collected once it is 15 % larger than what lives in
 * it.
 */
const FLAGS_OF_AN_AGENT = ["--semi-space-growth-factor=1", "--heap-growing-percent=15"];

/** Names of V8's options that say how large a heap may be. */
const OF_SIZE = /--(?:max|min|initial)[-_](?:semi[-_]space|old[-_]space|heap)[-_]size|--semi[-_]space[-_]growth|--heap[-_]growing/;

/**
 * Keeps the memory of this process near what it uses: a server, or an agent, works as quickly with half of the memory. It is of the whole
 * process, so it is for the command and not for who embeds a server. Does nothing where Node was started with sizes of a heap.
 * @param isAgent whether the process is an agent, and no server. @param options what Node was started with
 */
export function keepHeapSmall(
  isAgent = false,
  options: readonly string[] = [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""],
): void {
  if (options.some((option) => OF_SIZE.test(option))) return;
  for (const flag of isAgent ? FLAGS_OF_AN_AGENT : FLAGS) setFlagsFromString(flag);
}
