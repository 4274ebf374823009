import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Settings } from "../../settings/settings.ts";
import { cookieWarning } from "../../server/welcome.ts";
import { type Finding, ok, problem, sentenceOf, warning } from "./finding.ts";

const DAY_MS = 86_400_000;

/** Days before its end that a certificate is worth a look. */
const SOON_DAYS = 21;

/** TLS, cookies and proxies. */
export async function checkEdge(settings: Settings): Promise<readonly Finding[]> {
  return [await checkTls(settings), checkCookies(settings), checkProxies(settings)];
}

async function checkTls({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile }: Settings): Promise<Finding> {
  if (certFile === undefined || keyFile === undefined) return ok("tls", "off: the server uses http");
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(await readFile(certFile));
  } catch (error) {
    return problem(
      "tls",
      `${certFile} is not a certificate (${sentenceOf(error)})`,
      "set TLS_CERT_FILE to a PEM file with the certificate, followed by those of its issuers",
    );
  }
  try {
    if (!certificate.checkPrivateKey(createPrivateKey(await readFile(keyFile))))
      return problem("tls", `${keyFile} does not match ${certFile}`, "set TLS_KEY_FILE to the key that the certificate was made for");
  } catch {
    // The message may quote what the file has.
    return problem("tls", `${keyFile} is not a readable private key`, "set TLS_KEY_FILE to a PEM file with the key, without a passphrase");
  }
  const days = Math.floor((Date.parse(certificate.validTo) - Date.now()) / DAY_MS);
  if (Date.parse(certificate.validFrom) > Date.now())
    return problem(
      "tls",
      `the certificate is valid from ${certificate.validFrom} on`,
      "check the clock of this machine, or use another certificate",
    );
  if (days < 0) return problem("tls", `the certificate expired at ${certificate.validTo}`, "renew it and restart the server");
  return days < SOON_DAYS
    ? warning("tls", `the certificate expires in ${days} days`, "renew it and restart the server")
    : ok("tls", `the certificate is valid for ${days} days`);
}

function checkCookies(settings: Settings): Finding {
  const said = cookieWarning(settings);
  if (said !== undefined) return warning("cookies", said.split(". ")[0] as string, said.slice(said.indexOf(". ") + 2));
  const bare = settings.TLS_CERT_FILE === undefined && settings.TRUSTED_PROXIES.length === 0 && !settings.COOKIE_SECURE;
  return bare
    ? warning(
        "cookies",
        "session cookies are sent unencrypted over http (COOKIE_SECURE=false)",
        "use https: TLS_CERT_FILE and TLS_KEY_FILE, or a proxy listed in TRUSTED_PROXIES",
      )
    : ok("cookies", `COOKIE_SECURE=${settings.COOKIE_SECURE}`);
}

function checkProxies({ TRUSTED_PROXIES }: Settings): Finding {
  const everybody = TRUSTED_PROXIES.find((network) => network.endsWith("/0"));
  if (everybody !== undefined)
    return problem(
      "proxies",
      `TRUSTED_PROXIES has ${everybody}: every client can spoof its address`,
      "list only the addresses of your proxies",
    );
  return ok("proxies", TRUSTED_PROXIES.length === 0 ? "none: X-Forwarded-For is ignored" : `trusted: ${TRUSTED_PROXIES.join(", ")}`);
}
