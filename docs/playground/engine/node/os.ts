// `node:os` for browsers, which tell nothing of their machine.
export const tmpdir = (): string => "";
export const devNull = "";
export const networkInterfaces = (): Readonly<Record<string, never>> => ({});
export default { networkInterfaces, tmpdir };
