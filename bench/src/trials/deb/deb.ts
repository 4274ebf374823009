import { deepEqual, equal, match } from "node:assert/strict";
import { copyFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { boot } from "../machine/booted.ts";
import { debianRoot } from "../machine/debian-root.ts";
import { packHere, REPOSITORY } from "../machine/packed.ts";
import { finish, MACHINE_NEEDS } from "../machine/programs.ts";
import { askForLink, processOf } from "../machine/service.ts";
import { signInAgainScript, signInScript } from "../machine/sign-in.ts";
import type { Trial } from "../trial.ts";

const NODE = "/usr/lib/cadastre/bin/node";

export const deb: Trial = {
  name: "deb",
  about: "the package for Debian in a clean one under systemd, without network: installed, upgraded, removed and purged",
  needs: [...MACHINE_NEEDS, { program: "dpkg-deb", debian: "dpkg" }],
  root: true,
  run: async (context) => {
    const { report, signal, folder } = context;
    const packed = await packHere(folder, context);
    const root = await debianRoot(context, "deb");
    for (const revision of ["1", "2"]) {
      const started = performance.now();
      const { out } = await finish(process.execPath, [join(REPOSITORY, ".ci/packages/pack-deb.ts"), packed, "--revision", revision], {
        cwd: REPOSITORY,
        signal,
      });
      const file = out.trim();
      await copyFile(file, join(root, `cadastre-${revision}.deb`));
      report(
        `revision ${revision}: ${((await stat(file)).size / 2 ** 20).toFixed(0)} MiB, made in ` +
          `${((performance.now() - started) / 1000).toFixed(0)} s`,
      );
    }
    const machine = await boot(root, context);
    const state = async (): Promise<string> => (await machine.run("systemctl is-active cadastre || true")).out.trim();

    const started = performance.now();
    await machine.run("dpkg -i /cadastre-1.deb");
    equal(await state(), "active");
    report(`installed and well in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    equal((await machine.run("systemctl is-enabled cadastre")).out.trim(), "enabled");
    const link = await askForLink(machine);
    deepEqual((await machine.ask<{ username: string }>(NODE, signInScript(link.url, link.token))).username, "admin");
    // The command, as the user of the service, works on the data of the service; others may read neither data nor settings.
    await machine.run(
      "printf 'correct horse battery\\n' | runuser -u cadastre -- cadastre user create --username second --admin --password-stdin",
    );
    match((await machine.run("runuser -u cadastre -- cadastre verify 2>&1")).out, /no differences/);
    equal((await machine.run("stat -c '%U:%G %a' /etc/cadastre/cadastre.env")).out.trim(), "root:cadastre 640");
    equal((await machine.run("stat -c '%U %a' /var/lib/cadastre")).out.trim(), "cadastre 700");

    // What an operator changed is kept by an upgrade, and so is what was written.
    await machine.run("echo LOG_FORMAT=json >> /etc/cadastre/cadastre.env");
    const before = await processOf(machine);
    await machine.run("dpkg -i /cadastre-2.deb");
    equal(await state(), "active");
    equal((await processOf(machine)) === before, false);
    match((await machine.run("cat /etc/cadastre/cadastre.env")).out, /^LOG_FORMAT=json$/m);
    await machine.ask(NODE, signInAgainScript(link.url));
    match((await machine.run("dpkg-query -W -f '${Version}' cadastre")).out, /-2$/);
    report("upgraded: the server is another process, settings and data are those of before");

    await machine.run("dpkg -r cadastre");
    match(await state(), /inactive|failed|unknown/);
    await machine.run("test -s /var/lib/cadastre/inventory.db && test -e /etc/cadastre/cadastre.env && test ! -e /usr/lib/cadastre");
    await machine.run("dpkg -i /cadastre-2.deb");
    equal(await state(), "active");
    await machine.ask(NODE, signInAgainScript(link.url));
    await machine.run("dpkg -P cadastre");
    const left = (await machine.run("find /etc /usr /var /run/systemd -name '*cadastre*' -not -path '/var/log/*' 2>/dev/null || true")).out;
    equal(left, "");
    equal((await machine.run("dpkg -l cadastre 2>/dev/null | grep -c ^ii || true")).out.trim(), "0");
    report("removed with data kept, installed on it again, and purged: nothing is left but the user");
  },
};
