// Runs inside the namespaces: lays the cable, starts the receiver at its other end, and then the server, as it is told; a
// line of JSON each.
import { spawn, spawnSync } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { type Served, serve } from "../support/command.ts";
import { RECEIVER, RECEIVER_NAME, SERVER, TREACHEROUS_NAME, TWO_FACED_NAME } from "./addresses.ts";
import type { Arrival, LabCommand, LabReply } from "./lab.ts";

const ADMIN = { username: "root", password: "correct horse battery" };
const AJAX = { "x-requested-with": "XMLHttpRequest", "content-type": "application/json" };
const KNOWN_AUTHORITY = new URL("certificates/known.ca.pem", import.meta.url).pathname;
const HOSTS = "/run/hosts";

let server: Served | undefined;
let cookie = "";
let canaryConnections = 0;
const arrivals: Arrival[] = [];

function run(command: string, args: readonly string[], input = ""): void {
  const { status, stderr, error } = spawnSync(command, [...args], { input, encoding: "utf8" });
  if (error !== undefined || status !== 0) throw new Error(`${command} ${args.join(" ")}: ${error?.message ?? stderr}`);
}

/** Two namespaces and a cable; names that only this mount namespace knows. */
function build(): void {
  run("mount", ["-t", "tmpfs", "tmpfs", "/run"]);
  const names = [`127.0.0.1 localhost ${TREACHEROUS_NAME} ${TWO_FACED_NAME}`, `${RECEIVER} ${RECEIVER_NAME} ${TWO_FACED_NAME}`];
  writeFileSync(HOSTS, `${names.join("\n")}\n`);
  run("mount", ["--bind", HOSTS, "/etc/hosts"]);
  run("ip", ["netns", "add", "receivers"]);
  run(
    "ip",
    ["-batch", "-"],
    ["link set lo up", "link add eth0 type veth peer name eth0 netns receivers", `addr add ${SERVER}/29 dev eth0`, "link set eth0 up"].join(
      "\n",
    ),
  );
  run("ip", ["-n", "receivers", "-batch", "-"], ["link set lo up", `addr add ${RECEIVER}/29 dev eth0`, "link set eth0 up"].join("\n"));
}

async function startReceiver(): Promise<void> {
  const program = new URL("receiver-process.ts", import.meta.url).pathname;
  const child = spawn("ip", ["netns", "exec", "receivers", process.execPath, program], { stdio: ["ignore", "pipe", "inherit"] });
  const ready = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line === "ready") ready.resolve();
    else arrivals.push(JSON.parse(line) as Arrival);
  });
  await ready.promise;
}

async function call(method: string, path: string, body?: unknown, bearer?: string): Promise<LabReply> {
  const response = await fetch(`${server?.url}${path}`, {
    method,
    headers: { ...AJAX, ...(bearer === undefined ? { cookie } : { authorization: `Bearer ${bearer}` }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  cookie ||= (response.headers.get("set-cookie") ?? "").split(";")[0] as string;
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : (JSON.parse(text) as unknown) };
}

async function answer(command: LabCommand): Promise<unknown> {
  switch (command.do) {
    case "serve":
      server = await serve({
        INITIAL_ADMIN_USERNAME: ADMIN.username,
        INITIAL_ADMIN_PASSWORD: ADMIN.password,
        COOKIE_SECURE: "false",
        NODE_EXTRA_CA_CERTS: KNOWN_AUTHORITY,
        ...command.settings,
      });
      return await call("POST", "/api/auth/login", ADMIN);
    case "call":
      return await call(command.method, command.path, command.body, command.bearer);
    case "arrivals":
      return arrivals;
    case "canary":
      return { port: (canary.address() as AddressInfo).port, connections: canaryConnections };
    case "stop": {
      const ended = await server?.stop();
      return { code: ended?.code, err: ended?.err };
    }
  }
}

build();
// What a server-side request forgery would be after.
const canary = createServer((socket) => {
  canaryConnections += 1;
  socket.destroy();
});
await new Promise<void>((resolve) => canary.listen(0, "::", resolve));
await startReceiver();
process.stdout.write('{"value":"ready"}\n');
for await (const line of createInterface({ input: process.stdin })) {
  try {
    process.stdout.write(`${JSON.stringify({ value: (await answer(JSON.parse(line) as LabCommand)) ?? null })}\n`);
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ error: (error as Error).stack })}\n`);
  }
}
// Who started the lab is gone: it goes too, with all that is in it.
process.exit();
