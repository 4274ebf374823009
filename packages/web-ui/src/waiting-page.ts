import { createHash } from "node:crypto";
import { PAGE_HEADERS, standalonePolicy } from "./page-headers.ts";
import type { Unready } from "./page-source.ts";
import { WAITING_STYLE } from "./waiting-style.ts";

/** Between two looks of the browser; the server holds back its answer for a while as well. */
const SECONDS = 2;

/** A refresh of the document would stay where it is when the address has a fragment, as that of the first administrator does. */
const COME_BACK = `setTimeout(() => location.reload(), ${SECONDS * 1000});`;

/** For browsers with scripts and without. */
const COMING_BACK = `<script>${COME_BACK}</script>\n<noscript><meta http-equiv="refresh" content="${SECONDS}"></noscript>\n`;

const hashOf = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;

const POLICY = standalonePolicy(hashOf(WAITING_STYLE), hashOf(COME_BACK));

/** The mark of the page, as in its favicon. */
const MARK =
  `<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="6" fill="#0b4f9e"/><g fill="#fff"><path d="M6 ` +
  `6h5v5H6zM21 6h5v5h-5zM13.500 13.500h5v5h-5zM6 21h5v5H6zM21 21h5v5h-5z"/><path opacity=".45" d="M13.500 6h5v5h-5zM6 13.500h5v5H6zM21 ` +
  `13.500h5v5h-5zM13.500 21h5v5h-5z"/></g></svg>`;

/** What a browser sees while there is no page yet. It comes back by itself, and loads nothing else. */
export function waitingPage(state: Unready): Response {
  const isBuilding = state.kind === "building";
  const title = isBuilding ? "The page is being built" : "The page could not be built";
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
${isBuilding ? COMING_BACK : ""}<title>${title} – Cadastre</title>
<style>${WAITING_STYLE}</style>
</head>
<body>
<main>
<header>${MARK}<span>Cadastre</span></header>
<h1>${title}</h1>
${isBuilding ? building(state.forMs) : FAILED}
</main>
</body>
</html>
`;
  const headers = {
    ...PAGE_HEADERS,
    "content-security-policy": POLICY,
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": String(SECONDS),
  };
  return new Response(html, { status: 503, headers });
}

function building(forMs: number): string {
  return `<div class="bar" role="progressbar" aria-label="Building"></div>
<p>The server is running. It was started from its sources and builds this page once after each source change.
This takes half a minute on most machines; elapsed: <strong>${Math.round(forMs / 1000)} s</strong>.</p>
<p>This page reloads when the build is done. The command <code>cadastre</code> and the HTTP API already work.</p>`;
}

const FAILED = `<p>See the server log for the reason. The command <code>cadastre</code> and the HTTP API still work.</p>
<p>Reload this page to build it again.</p>`;
