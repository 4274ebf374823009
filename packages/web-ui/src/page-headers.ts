const RULES = ["object-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];

/**
 * What the page may load and do: its own files, and calls to its own server. No inline script or style, no eval, no frame,
 * no form that a browser sends by itself, nothing of elsewhere.
 */
export const PAGE_POLICY = ["default-src 'self'", "img-src 'self' data:", ...RULES].join("; ");

/**
 * The same for a page that loads nothing at all. @param style hash of the one style that it has in itself: `sha256-…` @param script the
 * same of its script
 */
export const standalonePolicy = (style: string, script: string): string =>
  ["default-src 'none'", `style-src '${style}'`, `script-src '${script}'`, ...RULES].join("; ");

/** Headers of every answer of the page; the server adds those that every answer has. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": PAGE_POLICY,
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  vary: "accept-encoding",
};

/** Of files whose names hold a hash. */
export const FOREVER = "public, max-age=31536000, immutable";

/** Kept, but asked for each time whether it still holds. */
export const ASK_FIRST = "no-cache";
