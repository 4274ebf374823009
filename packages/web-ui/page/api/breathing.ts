/** Work goes on for so long at a time; then keys, clicks and drawing have their turn. */
const BREATH_MS = 12;

/**
 * The items of a long list, with pauses in which the page lives. An answer that arrives faster than it is read would
 * otherwise be read in one go.
 */
export async function* breathing<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  let since = performance.now();
  for await (const item of items) {
    if (performance.now() - since > BREATH_MS) {
      await nextTurn();
      since = performance.now();
    }
    yield item;
  }
}

/** Timers that follow each other are held back by browsers; messages are not. */
async function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.addEventListener("message", resolve, { once: true });
    port1.start();
    port2.postMessage(null);
  });
  port1.close();
}
