import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const DEPLOY = join(ROOT, "packages/cli/deploy");

/** User and group of the service; any number that nobody has. */
export const SERVICE_ID = 64_321;

export const DATA = "/var/lib/cadastre";
/** The sources as the unit has them: below a folder that every user may enter. */
const PLACE = "/opt/cadastre";
/** Where the unit expects the program, which is run from its sources. */
const INSTALLED = `${PLACE}/node_modules/@cadastre/cli/dist/main.js`;
export const PROGRAM = [process.execPath.replace(ROOT, `${PLACE}/`), `${PLACE}/packages/cli/src/main.ts`] as const;
/** What cron has mailed. */
export const MAILS = "/var/mail/all";

export const deployed = (name: string): string => readFileSync(join(DEPLOY, name), "utf8").replaceAll(INSTALLED, PROGRAM[1]);

const run = (program: string, ...args: string[]): string => execFileSync(program, args, { encoding: "utf8" });

/**
 * Makes the machine that the files of `deploy` expect, for this mount namespace alone: a user `cadastre`, its folder, the
 * program at its place, no other cron jobs, and a sendmail that keeps what it is given.
 * @param folder for what is written over
 */
export function makeMachine(folder: string): void {
  run("mount", "--make-rprivate", "/");
  run("mount", "-t", "tmpfs", "tmpfs", folder);
  for (const [name, place] of Object.entries({ etc: "/etc", sbin: "/usr/sbin", bin: "/usr/local/bin", var: "/var", opt: "/opt" })) {
    const [upper, work] = [join(folder, name, "upper"), join(folder, name, "work")];
    for (const one of [upper, work]) mkdirSync(one, { recursive: true });
    run("mount", "-t", "overlay", "overlay", "-o", `lowerdir=${place},upperdir=${upper},workdir=${work}`, place);
  }
  run("mount", "-t", "tmpfs", "tmpfs", "/run");
  for (const place of ["/etc/cron.d", "/var/spool/cron", "/var/mail"]) run("mount", "-t", "tmpfs", "tmpfs", place);
  writeFileSync("/etc/crontab", "");
  // Jobs run in containers too, where nobody may say who has logged in.
  writeFileSync("/etc/pam.d/cron", readFileSync("/etc/pam.d/cron", "utf8").replace(/^.*pam_loginuid.*$/m, ""));
  appendFileSync("/etc/passwd", `cadastre:x:${SERVICE_ID}:${SERVICE_ID}::/nonexistent:/usr/sbin/nologin\n`);
  // Without this line no job of the user is run.
  appendFileSync("/etc/shadow", "cadastre:*:20000::::::\n");
  appendFileSync("/etc/group", `cadastre:x:${SERVICE_ID}:\n`);
  mkdirSync(PLACE, { recursive: true });
  run("mount", "--bind", "-o", "ro", ROOT, PLACE);
  mkdirSync(DATA, { recursive: true, mode: 0o700 });
  chownSync(DATA, SERVICE_ID, SERVICE_ID);
  writeFileSync("/usr/local/bin/cadastre", `#!/bin/sh\nexec ${PROGRAM.join(" ")} "$@"\n`);
  writeFileSync("/usr/sbin/sendmail", `#!/bin/sh\ncat >> ${MAILS}\n`);
  writeFileSync(MAILS, "");
  for (const program of ["/usr/local/bin/cadastre", "/usr/sbin/sendmail"]) chmodSync(program, 0o755);
  chmodSync(MAILS, 0o666);
}

/** The words that start a program as the user of the service, with no rights and no environment but its own. */
export const asService = (): readonly string[] => [
  "setpriv",
  `--reuid=${SERVICE_ID}`,
  `--regid=${SERVICE_ID}`,
  "--clear-groups",
  "--no-new-privs",
  "--inh-caps=-all",
  "--bounding-set=-all",
];
