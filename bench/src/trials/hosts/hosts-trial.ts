import { LARGE_HOSTS, tryHosts } from "../../../../.ci/hosts.ts";
import { readPacked } from "../../../../.ci/packages/packed.ts";
import { packHere } from "../machine/packed.ts";
import type { Trial } from "../trial.ts";

export const hostsTrial: Trial = {
  name: "hosts",
  about: `the packed packages in frameworks that take long to build: ${LARGE_HOSTS.join(", ")}`,
  needs: [{ program: "npm", debian: "npm" }],
  run: async (context) => {
    const packed = await readPacked(await packHere(context.folder, context));
    await tryHosts(LARGE_HOSTS, packed, context.folder, context.report);
  },
};
