import { runInside } from "../run-inside.ts";
import type { Trial } from "../trial.ts";

/** What a mount namespace of its own hides: the machine keeps its cron jobs, users and mail. */
const ISOLATED = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];

export const backupTrial: Trial = {
  name: "backup",
  about: "the cron file and the units of backups: Debian's cron, the service's user, a failure by mail, a restore",
  needs: [
    { program: "cron", debian: "cron" },
    { program: "systemd-analyze", debian: "systemd" },
    { program: "setpriv", debian: "util-linux" },
    { program: "unshare", debian: "util-linux" },
  ],
  root: true,
  run: async (context) =>
    await runInside(ISOLATED, new URL("inside.ts", import.meta.url), [context.folder, context.program("cron")], context),
};
