const told = document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? "";

/**
 * Where the server is under the origin of the page: "" at its root, `/ipam` under a base path. The server writes it into the page; files
 * that no server of ours sends are under their own path.
 */
export const BASE_PATH = new URL(told, document.baseURI).pathname.replace(/\/$/, "");
