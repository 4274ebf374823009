// `node:fs` for browsers: the folder of temporary files, which are in memory (files.ts), is always there.

export const constants = { W_OK: 2, X_OK: 1 };

export const existsSync = (): boolean => true;

export function accessSync(): void {}

export function mkdirSync(): void {}
