import type { Logger } from "@cadastre/inventory-core";
import { ENGINE_VERSION } from "@cadastre/inventory-core/upkeep";
import { once } from "node:events";
import { CommandFailure } from "../exit-codes.ts";
import { readConfiguration } from "../host/configuration.ts";
import { EngineFailure } from "../host/engine-failure.ts";
import { onSignals } from "./interruption.ts";
import { createLogger } from "./logger.ts";
import { type RunningServer, serve } from "./serve.ts";
import type { Environment } from "../settings/read-settings.ts";
import { SettingsError } from "../settings/settings-error.ts";
import { checkTrial } from "../trial/check-trial.ts";
import { runTrial } from "../trial/run-trial.ts";
import type { TrialOptions } from "../trial/trial-options.ts";
import { cookieWarning, welcome } from "./welcome.ts";

/** Whatever hangs, the process ends within ten seconds of the first signal. */
const STOP_DEADLINE_MS = 9_500;

/**
 * Runs the server until it is told to stop by SIGTERM or SIGINT. A second signal ends the process at once.
 * @throws SettingsError, EngineFailure; CommandFailure when the server is not one for trials, or READ_ONLY names a database that does
 * not exist
 */
export async function runServer(environment: Environment, trial: TrialOptions = {}): Promise<void> {
  const { settings, parts, file, misspelt } = await readConfiguration(environment);
  checkTrial(trial, environment, settings);
  const logger = createLogger({ level: settings.LOG_LEVEL, format: settings.LOG_FORMAT });
  // Asked for before the start, so that a signal during it is not lost.
  using interruption = onSignals("SIGTERM", "SIGINT");
  const stopped = once(interruption.signal, "abort");
  void stopped.then(() => stopInTime(logger, interruption.name));
  for (const { message } of misspelt) logger.warn(message);
  const warning = cookieWarning(settings);
  if (warning !== undefined) logger.warn(warning);
  let server: RunningServer;
  try {
    // Who sits at a terminal is about to look at the page.
    server = await serve(settings, logger, parts, {
      selfSigned: trial.https === true,
      preparePage: process.stdout.isTTY || trial.open === true,
    });
  } catch (error) {
    logger.debug("start failed", { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    if (error instanceof SettingsError || error instanceof CommandFailure) throw error;
    throw new EngineFailure(error);
  }
  if (file !== undefined) logger.info("settings and plugins are from a config file too", { path: file });
  process.stdout.write(`${welcome(server, ENGINE_VERSION)}\n`);
  runTrial(trial, server, environment, settings);
  await stopped;
  await server.stop();
  logger.info("stopped");
}

/** Runs from the signal on, also when it comes during the start. */
function stopInTime(logger: Logger, signal: NodeJS.Signals | undefined): void {
  logger.info("stopping", { signal });
  setTimeout(() => {
    logger.warn("shutdown timed out");
    process.exit(0);
  }, STOP_DEADLINE_MS).unref();
}
