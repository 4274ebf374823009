import { PAGE_HEADERS } from "./page-headers.ts";
import type { Unready } from "./page-source.ts";

const SECONDS = 2;

const TEXTS = {
  building: {
    title: "The page is being built",
    text: "This server runs from its sources, and this is the first time that its page is asked for since they changed. It takes some seconds; this page then shows itself.",
  },
  failed: {
    title: "The page could not be built",
    text: "The log of the server says why. The interface under /api works all the same. Load this page again to have it built again.",
  },
} as const;

/** What a browser sees while there is no page yet. It comes back by itself, without a script. */
export function waitingPage({ kind }: Unready): Response {
  const { title, text } = TEXTS[kind];
  const again = kind === "building" ? `<meta http-equiv="refresh" content="${SECONDS}">\n` : "";
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${again}<title>${title} – Cadastre</title>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
</body>
</html>
`;
  const headers = { ...PAGE_HEADERS, "content-type": "text/html; charset=utf-8", "cache-control": "no-store", "retry-after": String(SECONDS) };
  return new Response(html, { status: 503, headers });
}
