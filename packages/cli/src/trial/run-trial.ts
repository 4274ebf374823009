import { note } from "../say.ts";
import type { RunningServer } from "../server/serve.ts";
import type { Environment } from "../settings/read-settings.ts";
import type { Settings } from "../settings/settings.ts";
import { openBrowser } from "./open-browser.ts";
import { addressForOthers, qrCode } from "./qr-code.ts";
import type { TrialOptions } from "./trial-options.ts";

/** Does what a trial asked for, once the server runs. What cannot be done is said, and ends nothing. */
export function runTrial(
  { open = false, qr = false }: TrialOptions,
  { url, setup, fingerprint }: RunningServer,
  environment: Environment,
  { LISTEN_ADDR: { hostname } }: Settings,
): void {
  if (fingerprint !== undefined) {
    process.stdout.write(
      `\nThe certificate was generated for this start: browsers show a warning, and curl needs -k. Its SHA-256 ` +
        `fingerprint for comparison:\n  ` +
        `${fingerprint}\n`,
    );
  }
  const path = setup.kind === "token" ? "/setup" : "/";
  if (qr) {
    const address = addressForOthers(url, hostname);
    if (address === undefined)
      note(`cadastre: --qr: ${url} is reachable on this machine only; for a phone, listen on all interfaces: LISTEN_ADDR=:8080`);
    else process.stdout.write(`\n${qrCode(address + (setup.kind === "token" ? `${path}#${setup.token}` : path))}\n  ${address}${path}\n`);
  }
  // Without the setup token: other users of this machine can read the arguments of a command.
  if (open) openBrowser(url + path, environment, (reason) => note(`cadastre: --open: ${reason}; open ${url}${path} yourself`));
}
