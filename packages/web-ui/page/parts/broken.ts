import { errorSentence } from "../api/problem.ts";
import { tell } from "./toasts.ts";

/** Tells of an error that nothing on the page took care of. */
export function reportBroken(error: unknown): void {
  console.error(error);
  tell({ kind: "error", text: errorSentence(error) });
}
