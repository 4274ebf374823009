import { html } from "./html.ts";
import { pageText } from "./page.ts";

/** What users see of a request that cannot be answered to the program that made it: nobody knows whose it is. */
export function errorPage(error: string, description: string | undefined): string {
  return pageText(
    "Access was not given",
    html`<h1>Access was not given</h1>
      <p>
        A program asked for access in a way that this server cannot follow. Nothing was allowed. Start again from the program; if it says
        the same, tell its makers:
      </p>
      <p><code>${error}</code>${description === undefined ? undefined : html` – ${description}`}</p>`,
  );
}

/** What users see who denied a program access that they never allowed it before: the program is not told. */
export function deniedPage(): string {
  return pageText(
    "Access was denied",
    html`<h1>Access was denied</h1>
      <p>
        Nothing was allowed, and the program was not told. You can close this page, and the program may be waiting for you to stop it there.
      </p>`,
  );
}
