// What the readers need that browsers do not have; the first import of the thread, because modules use it as they load.
import { Buffer } from "buffer/index.js";

Object.assign(globalThis, {
  Buffer,
  // zod compiles its checks with eval if it may. It may not here, and trying is reported as an attack on the policy of the page.
  __zod_globalConfig: { jitless: true },
});
