import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { MAIN } from "../../program.ts";
import type { Trial, TrialContext } from "../trial.ts";
import { checkInBrowser } from "./browser-check.ts";
import { makeCertificates } from "./certificates.ts";
import { freePort } from "../../free-port.ts";
import { CADDY, type Front, HAPROXY, NGINX, startFront } from "./fronts.ts";
import { ProxiedServer } from "./proxied-server.ts";
import {
  checkAddresses,
  checkAway,
  checkEvents,
  checkLargeBodies,
  checkPages,
  checkPrograms,
  checkQuietStream,
  type Proxied,
  signIn,
} from "./proxy-checks.ts";
import { TlsCaller } from "./tls-caller.ts";

const NAME = "inventory.example.com";

/** Longer than the 15 s between two signs of life of a stream, shorter than two of them. */
const IDLE_SECONDS = 20;

/** nginx, Caddy and HAProxy with the configurations that users copy: TLS at a port that is not 443, the whole host and a part of it. */
export const PROXY_TRIALS: readonly Trial[] = [NGINX, CADDY, HAPROXY].map((front) => ({
  name: front.name,
  about: `behind ${front.name}: TLS, a base path, cookies, 64 MiB, events, OAuth, addresses, a restart`,
  needs: [
    { program: front.name, debian: front.name },
    { program: "openssl", debian: "openssl" },
  ],
  quick: true,
  run: async (context) => {
    for (const basePath of ["", "/ipam"]) await tryOut(front, basePath, context);
  },
}));

async function tryOut(front: Front, basePath: string, context: TrialContext): Promise<void> {
  const folder = join(context.folder, `at${basePath.replace("/", "-")}`);
  const certificates = await makeCertificates(context.program("openssl"), context.folder, NAME);
  const authority = await readFile(certificates.authority, "utf8");
  const port = await freePort();
  const origin = `https://${NAME}:${port}`;
  const place = { port, server: await freePort(), basePath, certificates };
  context.afterwards(await startFront(front, context.program(front.name), join(folder, "proxy"), place));
  const server = new ProxiedServer(folder, place.server, basePath, origin);
  context.afterwards(async () => await server.stop());
  await server.start();

  const proxied: Proxied = { caller: new TlsCaller(origin, authority), basePath };
  await untilThere(proxied, context.signal);
  const user = await signIn(proxied);
  const quiet = basePath === "" || !front.hasIdleTimeouts ? undefined : beginQuietStream(front, place, folder, authority, user, context);
  // Told when it is waited for, below.
  quiet?.catch(() => {});
  await checkPages(proxied, user);
  await checkPrograms(proxied, user);
  await checkAddresses(proxied);
  const eventMs = await checkEvents(proxied, user, "10.8.0.0/24");
  const speed = await checkLargeBodies(proxied, user);
  if (front.servesAnyName) await checkCommand(`https://127.0.0.1:${port}${basePath}`, certificates.authority, user.key);
  const seen = front === NGINX && basePath !== "" && (await checkInBrowser(origin + basePath));
  const quietMs = await quiet;

  await server.stop();
  await checkAway(proxied);
  await server.start();
  await untilThere(proxied, context.signal);
  assert.equal((await user.call("/api/auth/me")).status, 200);
  context.report(
    [
      `${basePath || "/"}: an event after ${eventMs.toFixed(0)} ms, 64 MiB and 9,000 rows planned at ${speed.toFixed(1)} MiB/s`,
      ...(quietMs === undefined
        ? []
        : [`a stream outlived idle time-outs of ${IDLE_SECONDS} s, then an event after ${quietMs.toFixed(0)} ms`]),
      ...(seen ? ["signed in with a real browser"] : []),
    ].join("; "),
  );
}

/** Runs beside the rest: a second proxy of the same configuration whose idle time-outs can be waited for. */
async function beginQuietStream(
  front: Front,
  place: Parameters<typeof startFront>[3],
  folder: string,
  authority: string,
  user: Awaited<ReturnType<typeof signIn>>,
  context: TrialContext,
): Promise<number> {
  const port = await freePort();
  context.afterwards(
    await startFront(front, context.program(front.name), join(folder, "impatient"), { ...place, port, idleSeconds: IDLE_SECONDS }),
  );
  return await checkQuietStream({ caller: new TlsCaller(`https://${NAME}:${port}`, authority), basePath: place.basePath }, user);
}

/** The server may have to build its page first, and HAProxy has to notice that it is there. */
async function untilThere({ caller, basePath }: Proxied, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { status } = await caller.call(`${basePath}/`, { headers: { accept: "text/html" } });
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The command reaches the server by the address of the proxy. */
async function checkCommand(url: string, authority: string, key: string): Promise<void> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [MAIN, "datacenter", "list", "--api-url", url, "--ca-file", authority, "--output", "json"],
    {
      env: { PATH: process.env["PATH"], HOME: "/nonexistent", SERVICE_API_TOKEN: key },
    },
  );
  assert.match(stdout, /"fra1"/);
}
