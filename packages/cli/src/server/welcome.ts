import type { SetupState } from "@cadastre/auth";
import type { RunningServer } from "./serve.ts";
import type { Settings } from "../settings/settings.ts";
import { isLoopback } from "../trial/loopback.ts";

const JSON_HEADER = "-H 'Content-Type: application/json'";

/** Too short to be taken as a password, so that nobody is left with one that is printed here. */
const PASSWORD_BLANK = "<12+ chars>";

/** What the operator is told when the server runs: where it is, and on a first start what to do next. */
export function welcome({ url, database, setup }: Pick<RunningServer, "url" | "database" | "setup">, version: string): string {
  return [`Cadastre ${version} is running at ${url}`, `Data: ${database}`, ...nextSteps(url, setup)].join("\n");
}

function nextSteps(url: string, setup: SetupState): readonly string[] {
  switch (setup.kind) {
    case "ready":
      return [];
    case "created":
      return [
        "",
        `The first administrator is ${setup.username}, with the password of INITIAL_ADMIN_PASSWORD.`,
        ...apiKeySteps(url, setup.username),
      ];
    case "token":
      return [
        "",
        "There are no users yet. Create the first administrator in a browser with this link, which works once:",
        "",
        // What follows # stays in the browser: no server and no proxy logs it.
        `  ${url}/setup#${setup.token}`,
        "",
        "or with the setup token and curl; insert your password:",
        "",
        `  curl -sS ${url}/api/auth/bootstrap ${JSON_HEADER} \\`,
        `    -d '${JSON.stringify({ token: setup.token, username: "admin", password: PASSWORD_BLANK })}'`,
        ...apiKeySteps(url, "admin"),
      ];
  }
}

/** Signing in and making a key by curl: the cookie is kept in a file, and a change made with it needs the header. */
function apiKeySteps(url: string, username: string): readonly string[] {
  return [
    "",
    "Then sign in and create an API key (curl 7.79 or newer; delete ./cookies afterwards: it contains the session):",
    "",
    `  curl -sS -c cookies ${url}/api/auth/login ${JSON_HEADER} \\`,
    `    -d '${JSON.stringify({ username, password: "<password>" })}'`,
    `  curl -sS -b cookies ${url}/api/keys ${JSON_HEADER} -H 'X-Requested-With: XMLHttpRequest' \\`,
    `    -d '${JSON.stringify({ name: "first key" })}'`,
    "",
    "and use the key:",
    "",
    `  curl -sS ${url}/api/datacenters -H 'Authorization: Bearer <key>'`,
  ];
}

/** Why browsers and curl may not keep the session cookie, if so. */
export function cookieWarning(
  settings: Pick<Settings, "COOKIE_SECURE" | "LISTEN_ADDR" | "TLS_CERT_FILE" | "TRUSTED_PROXIES">,
): string | undefined {
  // Behind a proxy of ours it is the proxy that speaks https.
  if (!settings.COOKIE_SECURE || settings.TLS_CERT_FILE !== undefined || settings.TRUSTED_PROXIES.length > 0) return undefined;
  if (isLoopback(settings.LISTEN_ADDR.hostname)) return undefined;
  return (
    "browsers on other machines will not stay signed in: the session cookie is https-only (COOKIE_SECURE=true) and " +
    "this server uses http. " +
    "Set TLS_CERT_FILE and TLS_KEY_FILE, put an https proxy in front and list it in TRUSTED_PROXIES, or set COOKIE_SECURE=false"
  );
}
