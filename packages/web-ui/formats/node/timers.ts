// `node:timers/promises` for browsers, as far as the readers use it.

/** Resolves after a while, or rejects when the signal aborts. */
export async function setTimeout<T>(milliseconds: number, value: T, { signal }: { readonly signal?: AbortSignal } = {}): Promise<T> {
  signal?.throwIfAborted();
  return await new Promise((resolve, reject) => {
    const timer = globalThis.setTimeout(() => resolve(value), milliseconds);
    signal?.addEventListener("abort", () => (globalThis.clearTimeout(timer), reject(signal.reason as Error)), { once: true });
  });
}
