import { deepEqual, equal, match } from "node:assert/strict";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { debianRoot, putNode } from "../machine/debian-root.ts";
import { packHere, REPOSITORY } from "../machine/packed.ts";
import { MACHINE_NEEDS } from "../machine/programs.ts";
import { waitUntil } from "../machine/service.ts";
import { signInScript } from "../machine/sign-in.ts";
import type { Trial } from "../trial.ts";
import { ContainerTools } from "./container-tools.ts";

/** Of what the image has beside its base. */
const MAX_MEBIBYTES = 110;

export const image: Trial = {
  name: "image",
  about:
    "the Dockerfile built by buildah on a base made here, and run by podman: read-only, without capabilities and network, and " +
    "healthy only with its page",
  needs: [
    ...MACHINE_NEEDS,
    { program: "buildah", debian: "buildah" },
    { program: "podman", debian: "podman" },
    { program: "crun", debian: "crun" },
    { program: "unshare", debian: "util-linux" },
  ],
  root: true,
  run: async (context) => {
    const { folder, report } = context;
    const base = await debianRoot(context, "base");
    await putNode(base, { node: process.versions.node, npm: "latest" }, context);
    const top = join(folder, "top");
    await mkdir(join(top, "packages/cli"), { recursive: true });
    await cp(join(REPOSITORY, "packages/cli/deploy"), join(top, "packages/cli/deploy"), { recursive: true });
    await packHere(top, context);
    const tools = await ContainerTools.of(context);
    await tools.importBase(base, "localhost/base");

    const started = performance.now();
    await tools.build(top, "packages/cli/deploy/Dockerfile", "localhost/cadastre", { BASE: "localhost/base", VERSION: "0.0.0" });
    const own = (await tools.sizeOf("localhost/cadastre")) - (await tools.sizeOf("localhost/base"));
    report(`built in ${((performance.now() - started) / 1000).toFixed(0)} s; ${own.toFixed(0)} MiB beside its base`);
    equal(own < MAX_MEBIBYTES, true, `the image has ${own} MiB beside its base`);

    const container = await tools.start("localhost/cadastre");
    await waitUntil("the container is healthy", async () => await tools.isHealthy(container));
    const said = await tools.logs(container);
    const [, token = ""] = /\/setup#(\S+)/.exec(said) ?? [];
    const seen = await tools.exec(container, ["node", "--input-type=module", "-e", signInScript("http://127.0.0.1:8080", token)]);
    deepEqual((JSON.parse(seen) as { username: string }).username, "admin");
    const status = await tools.exec(container, ["cat", "/proc/1/status"]);
    for (const held of [/^Uid:\s+1000/m, /^CapEff:\s+0+$/m, /^CapBnd:\s+0+$/m, /^NoNewPrivs:\s+1$/m]) match(status, held);
    match(await tools.exec(container, ["sh", "-c", "touch /opt/cadastre/x 2>&1 || true"]), /Read-only file system/);
    const stopping = performance.now();
    equal(await tools.stop(container), 0);
    report(`signed in; read-only, user 1000, no capability; stopped with 0 in ${((performance.now() - stopping) / 1000).toFixed(1)} s`);

    // The same image but for its page: it lives, and is not healthy.
    await mkdir(join(top, "without"));
    await writeFile(
      join(top, "without/Dockerfile"),
      "FROM localhost/cadastre\nUSER 0\nRUN rm -r /opt/cadastre/node_modules/@cadastre/web-ui/dist/page\nUSER 1000:1000\n",
    );
    await tools.build(join(top, "without"), "Dockerfile", "localhost/without", {});
    const broken = await tools.start("localhost/without");
    await waitUntil(
      "the server without a page lives",
      async () =>
        (
          await tools.exec(broken, [
            "node",
            "-e",
            "fetch('http://127.0.0.1:8080/healthz').then(({ status }) => console.log(status), () => console.log(0))",
          ])
        ).trim() === "200",
    );
    equal(await tools.isHealthy(broken), false);
    match(await tools.exec(broken, ["sh", "-c", "cadastre health 2>&1 || true"]), /is not a page: it responded with 503/);
    report("the same image without its page lives, and is unhealthy");
    await tools.stop(broken);
  },
};
