// `node:stream/web` for browsers, which have it by themselves.
export const { CountQueuingStrategy, TransformStream } = globalThis;
