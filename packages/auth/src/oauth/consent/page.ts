import { hash } from "node:crypto";
import { Html, html } from "./html.ts";

/** Readable in the dark and in the light, on a phone and enlarged; contrast of at least 7:1. */
const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #ffffff; --ground: #eef1f4; --line: #767f8a; --strong: #0b4f9e;
  --on-strong: #ffffff; --warn: #7a1f00; --warn-ground: #fff1e6; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceff2; --paper: #1a1e23; --ground: #0f1215; --line: #8b96a3; --strong: #a9cdff;
  --on-strong: #0b1e36; --warn: #ffd9c2; --warn-ground: #3a1c0d; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 1.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: .5rem;
  overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.3; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1rem; }
ul { margin: 0; padding-left: 1.25rem; }
dl { margin: 0; } dt { font-weight: 600; } dd { margin: 0 0 .5rem; }
.name { font-weight: 700; unicode-bidi: isolate; }
dd .name { font-weight: inherit; }
main > :last-child { margin-bottom: 0; }
.warn { margin: 1rem 0; padding: .75rem 1rem; border-left: .25rem solid currentColor; background: var(--warn-ground); color: var(--warn); }
.warn::first-letter { text-transform: uppercase; }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
input { width: 100%; padding: .625rem; border: 1px solid var(--line); border-radius: .25rem; background: var(--paper); color: inherit;
  font: inherit; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
button { min-height: 2.75rem; padding: .5rem 1.25rem; border: 1px solid var(--line); border-radius: .25rem; background: transparent;
  color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button.primary { border-color: var(--strong); background: var(--strong); color: var(--on-strong); }
:focus-visible { outline: .1875rem solid var(--strong); outline-offset: .125rem; }
`;

const STYLE_HASH = hash("sha256", STYLE, "base64");

/** The style as it stands in a page: what it says is hashed, so nothing but it is followed. */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

/** A whole page. */
export function pageText(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} – Cadastre</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `.text;
}

/**
 * What a page may do: show itself with its own style, and send its form to this server. Browsers hold the redirect that
 * answers a form against `form-action` too, so where that leads is named.
 * @param redirect where the form's answer leads in the end
 */
export function pageHeaders(redirect?: string): Readonly<Record<string, string>> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ` +
      `'self'${redirect === undefined ? "" : ` ${formTargetOf(redirect)}`}; frame-ancestors 'none'; base-uri 'none'`,
    "cache-control": "no-store",
    // Without it a browser sends `Origin: null` with the form.
    "referrer-policy": "same-origin",
  };
}

/** A source of `form-action`; of a host that could end the directive only the scheme. */
function formTargetOf(redirect: string): string {
  const { protocol, host } = new URL(redirect);
  return (protocol === "http:" || protocol === "https:") && /^[a-z0-9.:[\]-]+$/.test(host) ? `${protocol}//${host}` : protocol;
}
