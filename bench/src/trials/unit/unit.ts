import { deepEqual, equal, match, ok } from "node:assert/strict";
import { copyFile, cp } from "node:fs/promises";
import { join } from "node:path";
import { boot, type Booted } from "../machine/booted.ts";
import { debianRoot, putNode } from "../machine/debian-root.ts";
import { inside } from "../machine/inside.ts";
import { packHere } from "../machine/packed.ts";
import { MACHINE_NEEDS } from "../machine/programs.ts";
import { askForLink, processOf, waitUntil } from "../machine/service.ts";
import { signInScript } from "../machine/sign-in.ts";
import type { Trial } from "../trial.ts";

/** What `systemd-analyze security` gives it: 10 is no protection, and the unit reached 1.6. */
const MAX_EXPOSURE = 2;

const MODULES = "/opt/cadastre/node_modules/@cadastre";

export const unit: Trial = {
  name: "unit",
  about: "cadastre.service under a real systemd: hardening, restart, stop, and a start that fails when the page is missing",
  needs: MACHINE_NEEDS,
  root: true,
  run: async (context) => {
    const root = await debianRoot(context, "unit");
    await putNode(root, { node: process.versions.node, npm: "latest" }, context);
    await copyFile(process.execPath, join(root, "usr/bin/node"));
    await cp(await packHere(context.folder, context), join(root, "packed"), { recursive: true });
    // The commands of the guide, the last ones under systemd.
    await inside(root, "npm install --prefix /opt/cadastre /packed/cadastre-*.tgz", context);
    const machine = await boot(root, context);
    await machine.run(`cd ${MODULES}/cli/deploy
      install -D -m 644 cadastre.sysusers /etc/sysusers.d/cadastre.conf && systemd-sysusers
      install -D -m 640 -g cadastre cadastre.env /etc/cadastre/cadastre.env
      install -m 644 cadastre.service /etc/systemd/system/`);
    const started = performance.now();
    await machine.run("systemctl daemon-reload && systemctl enable --now cadastre");
    context.report(`started, and found well by its own check, in ${((performance.now() - started) / 1000).toFixed(1)} s`);

    const link = await askForLink(machine);
    deepEqual((await machine.ask<{ username: string }>("node", signInScript(link.url, link.token))).username, "admin");
    await checkHardening(machine);
    const { out } = await machine.run("systemd-analyze security --no-pager cadastre.service | tail -1");
    const exposure = Number(/: ([\d.]+)/.exec(out)?.[1]);
    ok(exposure <= MAX_EXPOSURE, `systemd-analyze security says ${exposure}`);
    context.report(`systemd-analyze security: ${exposure} of 10`);

    const before = await processOf(machine);
    await machine.run(`kill -KILL ${before}`);
    // Both of one moment: right after the kill the service still counts as active, and has no process.
    await waitUntil("it runs again after it was killed", async () => {
      const { out: now } = await machine.run("systemctl show -p ActiveState -p MainPID cadastre");
      return now.includes("ActiveState=active") && !/MainPID=0$/m.test(now) && !now.includes(`MainPID=${before}\n`);
    });

    const stopping = performance.now();
    await machine.run("systemctl stop cadastre");
    equal((await machine.run("systemctl show -p Result --value cadastre")).out.trim(), "success");
    context.report(`stopped in ${((performance.now() - stopping) / 1000).toFixed(1)} s`);

    // A server that lives and has no page is no service that started.
    await machine.run(
      `mv ${MODULES}/web-ui/dist/page /var/tmp/page && sed -i 's/--wait 900/--wait 3/' /etc/systemd/system/cadastre.service && ` +
        `systemctl daemon-reload`,
    );
    match((await machine.run("systemctl start cadastre 2>&1 || true")).out, /failed/i);
    match((await machine.run("journalctl -u cadastre -n 30 --no-pager")).out, /is not a page: it responded with 503/);
    context.report("without its page it fails to start, and the journal says why");
    await machine.run("systemctl stop cadastre");
  },
};

/** What the kernel holds the process to, rather than what the unit says. */
async function checkHardening(machine: Booted): Promise<void> {
  const pid = await processOf(machine);
  const { out: status } = await machine.run(`cat /proc/${pid}/status`);
  for (const held of [/^CapEff:\s+0+$/m, /^CapBnd:\s+0+$/m, /^NoNewPrivs:\s+1$/m, /^Seccomp:\s+2$/m]) match(status, held);
  equal((await machine.run(`stat -c %U /proc/${pid}`)).out.trim(), "cadastre");
  equal((await machine.run("stat -c '%U %a' /var/lib/cadastre")).out.trim(), "cadastre 700");
  // As the mounts of the service show it: all but its own folders can only be read, and other homes are not there.
  const { out: mounts } = await machine.run(`awk '{ print $5, $6 }' /proc/${pid}/mountinfo`);
  const optionsOf = (path: string): string | undefined => mounts.split("\n").findLast((line) => line.startsWith(`${path} `));
  match(optionsOf("/") ?? "", / ro\b/);
  match(optionsOf("/var/lib/cadastre") ?? "", / rw\b/);
  const { out: home } = await machine.run(`ls -A /proc/${pid}/root/root /proc/${pid}/root/tmp`);
  equal(home.includes(".bashrc"), false);
}
