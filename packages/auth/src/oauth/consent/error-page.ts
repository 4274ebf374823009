import { html } from "./html.ts";
import { pageText } from "./page.ts";

/** What users see of a request that cannot be answered to the program that made it: nobody knows whose it is. */
export function errorPage(error: string, description: string | undefined): string {
  return pageText(
    "Invalid authorization request",
    html`<h1>Invalid authorization request</h1>
      <p>
        A program sent an invalid authorization request. Nothing was allowed. Start again from the program; if the problem persists, report
        it to the developers of the program:
      </p>
      <p><code>${error}</code>${description === undefined ? undefined : html` – ${description}`}</p>`,
  );
}

/** What users see who denied a program access that they never allowed it before: the program is not told. */
export function deniedPage(): string {
  return pageText(
    "Access was denied",
    html`<h1>Access was denied</h1>
      <p>Nothing was allowed, and the program was not notified. You can close this page; the program may still be waiting.</p>`,
  );
}
