import { labForbidden } from "../../../../packages/discovery-scanner/test/lab/lab.ts";
import { runInside } from "../run-inside.ts";
import { SkippedTrial, type Trial } from "../trial.ts";

/** In namespaces of its own, which end with the process: no way leads out of them. */
const ISOLATED = ["unshare", "--user", "--map-root-user", "--net", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child"];

const DAYS = 30;

/** A month of a company whose sites reach the server by HTTP alone, on the server's simulated time. */
export const companyTrial: Trial = {
  name: "company",
  about: "three sites in namespaces, an agent each, thirty simulated days: every difference from the register is told, none is invented",
  needs: [
    { program: "unshare", debian: "util-linux" },
    { program: "setpriv", debian: "util-linux" },
    { program: "ip", debian: "iproute2" },
    { program: "nft", debian: "nftables" },
    { program: "sysctl", debian: "procps" },
  ],
  async run(context) {
    const forbidden = labForbidden();
    if (forbidden !== null) throw new SkippedTrial(forbidden);
    const seed = process.env["CADASTRE_SEED"] ?? String(Date.now() % 1_000_000);
    context.report(`CADASTRE_SEED=${seed}`);
    const file = new URL("inside.ts", import.meta.url);
    await runInside(ISOLATED, file, [context.folder, seed, process.env["CADASTRE_DAYS"] ?? String(DAYS)], context);
  },
};
