import { readonly, ref } from "vue";
import { queryClient } from "./query-client.ts";
import { BASE_PATH } from "../environment/base-path.ts";
import { environment } from "../environment/environment.ts";

/** How often a server that cannot be reached is looked for. */
const POLL_INTERVAL_MS = 3000;

const lost = ref(false);
let timer: ReturnType<typeof setTimeout> | undefined;
let looking: Promise<void> | undefined;

/** True while the server cannot be reached. */
export const connectionLost = readonly(lost);

/** The server answered. */
export function answered(): void {
  clearTimeout(timer);
  if (!lost.value) return;
  lost.value = false;
  // What is shown may have changed meanwhile.
  void queryClient.invalidateQueries();
}

/**
 * Finds out whether the server is there. A request also fails where a proxy refuses it or the machine joins another network,
 * and a browser is offline with its server on the same machine.
 */
export function look(): void {
  looking ??= environment
    .send(`${BASE_PATH}/healthz`, { method: "HEAD", cache: "no-store" })
    .then(answered, () => {
      lost.value = true;
      clearTimeout(timer);
      timer = setTimeout(look, POLL_INTERVAL_MS);
    })
    .finally(() => void (looking = undefined));
}

addEventListener("offline", look);
