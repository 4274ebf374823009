// `node:url` for browsers: a module says by its own URL where its files are. Here it has none.
export const fileURLToPath = (url: URL | string): string => new URL(url, "file:///").pathname;
