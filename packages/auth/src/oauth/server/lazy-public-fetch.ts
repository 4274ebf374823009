import type { MetadataFetch } from "../oauth-options.ts";

/** `publicFetch` of public-fetch.ts, which is loaded with its HTTP client when something is fetched. */
export const publicFetch: MetadataFetch = async (url, options) => await (await import("./public-fetch.ts")).publicFetch(url, options);
