import { usageFailure } from "../exit-codes.ts";
import type { Environment } from "../settings/read-settings.ts";
import type { Settings } from "../settings/settings.ts";
import { isLoopback } from "./loopback.ts";
import type { TrialOptions } from "./trial-options.ts";

/** @throws CommandFailure when an option does not go with what the server is */
export function checkTrial({ open = false, qr = false, https = false }: TrialOptions, environment: Environment, settings: Settings): void {
  const given = [...(open ? ["--open"] : []), ...(qr ? ["--qr"] : []), ...(https ? ["--https"] : [])].join(" and ");
  if (given === "") return;
  if (environment["NODE_ENV"] === "production") throw usageFailure(`${given}: for evaluation only, and NODE_ENV is production; omit it`);
  if (!https) return;
  if (settings.TLS_CERT_FILE !== undefined)
    throw usageFailure("--https: the server already uses https with the certificate of TLS_CERT_FILE; omit --https");
  if (isLoopback(settings.LISTEN_ADDR.hostname)) return;
  throw usageFailure(
    "--https: the generated certificate is valid on this machine only, but LISTEN_ADDR accepts other machines. " +
      "Listen on 127.0.0.1, or set TLS_CERT_FILE and TLS_KEY_FILE to a certificate that they trust",
  );
}
