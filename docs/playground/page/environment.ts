// What the page runs in on the site: an engine in this browser, and an address that any host of files serves.
import { createWebHashHistory } from "vue-router";
import { BASE_PATH } from "../../../packages/web-ui/page/environment/base-path.ts";
import type { Environment } from "../../../packages/web-ui/page/environment/environment.ts";
import { Engine } from "./engine.ts";
import { showNotice } from "./notice.ts";

const engine = new Engine();
showNotice(engine.ready);

export const environment: Environment = {
  async send(input, init) {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const body = request.method === "GET" || request.method === "HEAD" ? undefined : new Uint8Array(await request.arrayBuffer());
    const path = pathname.slice(BASE_PATH.length) + search;
    return await engine.send({ method: request.method, path, headers: [...request.headers], body }, request.signal);
  },
  history: () => createWebHashHistory(),
  served: false,
};
