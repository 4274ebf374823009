import { usageFailure } from "../exit-codes.ts";
import type { Environment } from "../settings/read-settings.ts";
import type { Settings } from "../settings/settings.ts";
import { isLoopback } from "./loopback.ts";
import type { TrialOptions } from "./trial-options.ts";

/** @throws CommandFailure when an option does not go with what the server is */
export function checkTrial({ open = false, qr = false, https = false }: TrialOptions, environment: Environment, settings: Settings): void {
  const given = [...(open ? ["--open"] : []), ...(qr ? ["--qr"] : []), ...(https ? ["--https"] : [])].join(" and ");
  if (given === "") return;
  if (environment["NODE_ENV"] === "production") throw usageFailure(`${given}: for trials, and NODE_ENV is production; leave it out`);
  if (!https) return;
  if (settings.TLS_CERT_FILE !== undefined)
    throw usageFailure("--https: the server has a certificate by TLS_CERT_FILE and speaks https with it; leave --https out");
  if (isLoopback(settings.LISTEN_ADDR.hostname)) return;
  throw usageFailure(
    "--https: the certificate that it makes is for this machine only, and LISTEN_ADDR is open to others. " +
      "Listen on 127.0.0.1, or set TLS_CERT_FILE and TLS_KEY_FILE to a certificate that the others trust",
  );
}
