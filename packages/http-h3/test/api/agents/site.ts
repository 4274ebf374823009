import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runAgent, type SiteOptions } from "@cadastre/discovery-agent/site";
import type { Logger, Scanner } from "@cadastre/inventory-core";
import { vi } from "vitest";
import type { AgentsApi, TestAgent } from "./agents-api.ts";

/** The program of an agent, in this process, with a state folder of its own. */
export interface Site extends AsyncDisposable {
  /** What it has logged, a line each. */
  readonly said: readonly string[];
  readonly stateFolder: string;
}

/** Starts the program of an agent at the server of a test. */
export function startSite(
  lab: AgentsApi,
  { token }: Pick<TestAgent, "token">,
  scanners: readonly Scanner[],
  version = "1.0.0",
  more: Partial<SiteOptions> = {},
): Site {
  const stateFolder = mkdtempSync(join(tmpdir(), "site-"));
  const stop = new AbortController();
  const said: string[] = [];
  const note: Logger["info"] = (message, fields = {}) => void said.push(`${message} ${JSON.stringify(fields)}`);
  const logger: Logger = { debug: note, info: note, warn: note, error: note };
  const ended = runAgent({ server: lab.api.url, token, stateFolder, scanners, version, logger, ...more }, stop.signal);
  // Whoever ends it hears of it.
  ended.catch(() => {});
  return {
    said,
    stateFolder,
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await ended;
      rmSync(stateFolder, { recursive: true, force: true });
    },
  };
}

/** Lets time pass at the server, until something is so. */
export async function passing(lab: AgentsApi, check: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(
    async () => {
      await lab.api.clock.advance(500);
      await check();
    },
    { timeout: 30_000, interval: 20 },
  );
}
