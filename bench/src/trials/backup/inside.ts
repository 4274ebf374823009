// Inside a mount namespace of its own: the cron file and the unit of `deploy` back up a server that writes, as its user, and
// root restores what they made. `node inside.ts <folder> <cron>`
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { ADMIN, type Call, type InventoryServer, signIn, startInventory } from "../inventory-server.ts";
import { asService, DATA, deployed, MAILS, makeMachine, PROGRAM, SERVICE_ID } from "./machine.ts";

const [folder = "", cron = ""] = process.argv.slice(2);
const BACKUPS = join(DATA, "backups");
const report = (line: string): void => console.info(line);
const backups = (): readonly string[] => readdirSync(BACKUPS).filter((name) => name.endsWith(".db"));

async function until(what: string, isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`${what} did not come: mails ${readFileSync(MAILS, "utf8")}`);
    await after(50);
  }
}

const serve = async (): Promise<InventoryServer> =>
  await startInventory([...asService(), ...PROGRAM, "serve"], {
    DATA_DIR: DATA,
    INITIAL_ADMIN_USERNAME: ADMIN.username,
    INITIAL_ADMIN_PASSWORD: ADMIN.password,
  });

/** Runs cron with the file of `deploy`, whose job is due when cron starts, as `change` has it. */
async function runCron(change: (text: string) => string, isDone: () => boolean, what: string): Promise<void> {
  rmSync("/run/crond.reboot", { force: true });
  writeFileSync("/etc/cron.d/cadastre-backup", change(deployed("cadastre-backup.cron").replace(/^17 3 \* \* \*/m, "@reboot")), {
    mode: 0o644,
  });
  const daemon = spawn(cron, ["-f", "-L", "15"], { cwd: "/", env: {}, stdio: "ignore" });
  try {
    await until(what, isDone);
  } finally {
    daemon.kill("SIGKILL");
  }
}

/** A unit's assignments of a name, in order. */
const assigned = (unit: string, name: string): readonly string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);

/** Runs what the unit starts, as the service manager would: its words, its environment, its user, from the root folder. */
function runUnit(): { readonly code: number | null; readonly said: string } {
  const unit = deployed("cadastre-backup.service");
  const wordsOf = (text: string): readonly string[] => assigned(text, "ExecStart")[0]?.split(" ") ?? [];
  const words = wordsOf(unit);
  // The program of the server, wherever that is installed; here it is that of the sources.
  assert.deepEqual([assigned(unit, "User"), words.slice(0, 2)], [["cadastre"], wordsOf(deployed("cadastre.service")).slice(0, 2)]);
  const environment = Object.fromEntries(assigned(unit, "Environment").map((pair) => pair.split("=") as [string, string]));
  mkdirSync("/var/cache/cadastre", { recursive: true });
  const [program = "", ...args] = [...asService(), ...PROGRAM, ...words.slice(2)];
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: "/", env: environment, encoding: "utf8" });
  return { code: status, said: stdout + stderr };
}

makeMachine(folder);
for (const name of ["cadastre-backup.service", "cadastre-backup.timer"])
  writeFileSync(join(folder, name), deployed(name).replaceAll("/usr/bin/node", PROGRAM[0]));
const analyzed = spawnSync(
  "systemd-analyze",
  ["verify", "--man=no", join(folder, "cadastre-backup.timer"), join(folder, "cadastre-backup.service")],
  { encoding: "utf8" },
);
assert.deepEqual(
  analyzed.stderr.split("\n").filter((line) => line.includes("cadastre-backup")),
  [],
);

let server = await serve();
const call: Call = await signIn(server.url);
let written = 0;
let writing = true;
const writer = (async () => {
  for (; writing; written += 1) await call("POST /api/devices", { name: `d${written}` });
})();
try {
  const began = performance.now();
  const before = written;
  mkdirSync(BACKUPS, { mode: 0o700 });
  spawnSync("chown", [`${SERVICE_ID}:${SERVICE_ID}`, BACKUPS]);
  await runCron(
    (text) => text,
    () => backups().length === 1 && readdirSync("/tmp").every((name) => !name.startsWith("cadastre-verify-")),
    "the backup of cron",
  );
  const [byCron = ""] = backups();
  const { uid, mode } = statSync(join(BACKUPS, byCron));
  assert.deepEqual([uid, mode & 0o777], [SERVICE_ID, 0o600]);
  assert.equal(readFileSync(MAILS, "utf8"), "", "cron mails nothing of a backup that is made");
  report(
    `cron made a backup of a server that wrote ${written - before} devices meanwhile, as its user, in ` +
      `${((performance.now() - began) / 1000).toFixed(1)} s, and mailed nothing`,
  );

  await runCron(
    (text) => text.replace(/^DATA_DIR=.*$/m, "DATA_DIR=/var/lib/elsewhere"),
    () => readFileSync(MAILS, "utf8").includes("\n\ncadastre:"),
    "the mail of cron",
  );
  const [mail = ""] = readFileSync(MAILS, "utf8").split("\n\n").slice(1);
  assert.match(mail, /^cadastre: no database at \/var\/lib\/elsewhere\/inventory\.db/);
  report(`of one that fails it mailed: ${mail.trim()}`);

  const acknowledged = written;
  const { code, said } = runUnit();
  assert.equal(code, 0, said);
  assert.match(said, /^\/var\/lib\/cadastre\/backups\/cadastre-\w+\.db\n$/);
  // The newest of the day stays.
  const [byUnit = "", ...others] = backups();
  assert.deepEqual(others, []);
  assert.notEqual(byUnit, byCron);
  report("the unit's command made and verified another, and removed that of cron, which is of the same day");

  writing = false;
  await writer;
  await server.stop();
  // As root, as somebody does whose server is gone with its disk.
  for (const name of readdirSync(DATA).filter((one) => one.startsWith("inventory.db"))) rmSync(join(DATA, name));
  const restored = spawnSync("cadastre", ["backup", "restore", join(BACKUPS, byUnit)], {
    cwd: "/",
    encoding: "utf8",
    env: { PATH: process.env["PATH"], DATA_DIR: DATA },
  });
  assert.equal(restored.status, 0, restored.stderr);
  assert.equal(statSync(join(DATA, "inventory.db")).uid, SERVICE_ID);
  server = await serve();
  const devices = await (await signIn(server.url))<readonly unknown[]>("GET /api/devices");
  assert.ok(devices.length >= acknowledged, `${devices.length} of ${acknowledged}`);
  await server.stop();
  report(`restored by root, the service's user started on it with all ${acknowledged} devices that were acknowledged before the backup`);
} finally {
  server.process.kill("SIGKILL");
}
