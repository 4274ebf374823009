import { errorSentence } from "../api/problem.ts";
import { tell } from "./toasts.ts";

/** Tells of an error that nothing on the page took care of. */
export function reportBroken(error: unknown): void {
  console.error(error);
  tell({ kind: "error", text: errorSentence(error) });
}

/** Shows that a part of the page could not be loaded: without the server, or with another version of it, it cannot. */
export function reportNotLoaded(part: string, error: unknown): void {
  console.error(error);
  tell({
    kind: "error",
    text: `${part} could not be loaded. Try again, or reload the browser tab: the server may have been upgraded.`,
  });
}
