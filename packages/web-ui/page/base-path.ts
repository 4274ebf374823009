/** Where the server is under the origin of the page: "" at its root, `/ipam` under a base path. The server writes it into the page. */
export const BASE_PATH = (document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? "").replace(/\/$/, "");
