import { ENGINE_VERSION, isInventoryError } from "@cadastre/inventory-core";
import { createLogger } from "./logger.ts";
import { type RunningServer, serve } from "./serve.ts";
import { type Environment, readSettings } from "./settings/read-settings.ts";
import { cookieWarning, welcome } from "./welcome.ts";

/** Whatever hangs, the process ends within ten seconds of the first signal. */
const STOP_DEADLINE_MS = 9_500;

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** A start that failed, in one sentence. */
export class StartError extends Error {
  constructor(cause: unknown) {
    super(sentenceOf(cause), { cause });
    this.name = "StartError";
  }
}

/**
 * Runs the server until it is told to stop by SIGTERM or SIGINT. A second signal ends the process at once.
 * @throws SettingsError, StartError
 */
export async function runServer(environment: Environment): Promise<void> {
  const settings = readSettings(environment);
  const logger = createLogger({ level: settings.LOG_LEVEL, format: settings.LOG_FORMAT });
  // Asked for before the start, so that a signal during it is not lost.
  const signal = firstSignal();
  const warning = cookieWarning(settings);
  if (warning !== undefined) logger.warn(warning);
  let server: RunningServer;
  try {
    server = await serve(settings, logger);
  } catch (error) {
    logger.debug("the start failed", { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    throw new StartError(error);
  }
  process.stdout.write(`${welcome(server, ENGINE_VERSION)}\n`);
  const name = await signal;
  logger.info("stopping", { signal: name });
  setTimeout(() => {
    logger.warn("the stop took too long and is cut short");
    process.exit(0);
  }, STOP_DEADLINE_MS).unref();
  await server.stop();
  logger.info("stopped");
}

async function firstSignal(): Promise<NodeJS.Signals> {
  return await new Promise((resolve) => {
    let signals = 0;
    for (const name of SIGNALS) {
      process.on(name, () => {
        signals += 1;
        if (signals === 1) resolve(name);
        else process.exit(name === "SIGINT" ? 130 : 143);
      });
    }
  });
}

/** The innermost of our own errors says best what is wrong. */
function sentenceOf(error: unknown): string {
  let best = error instanceof Error ? error.message : String(error);
  for (let current = error; current instanceof Error; current = current.cause) if (isInventoryError(current)) best = current.message;
  return best;
}
