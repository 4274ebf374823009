import { readonly, ref } from "vue";

/** Open while a session that ended waits for its user. */
const waiting = ref(false);
let resume: (() => void) | undefined;
let renewed: Promise<void> | undefined;

export const sessionHasEnded = readonly(waiting);

/** Waits until the user has signed in again; all calls that find the session ended wait together. */
export async function renewSession(): Promise<void> {
  if (renewed === undefined) {
    ({ promise: renewed, resolve: resume } = Promise.withResolvers<void>());
    waiting.value = true;
  }
  await renewed;
}

/** The session is there again. */
export function sessionIsRenewed(): void {
  waiting.value = false;
  renewed = undefined;
  resume?.();
  resume = undefined;
}
