/** One server-sent event. */
export interface ServerEvent<Data> {
  readonly id: string;
  readonly event: string;
  readonly data: Data;
}

/** Reads server-sent events of an answer as they come (WHATWG HTML §9.2, as far as the server uses it). */
export class EventReader<Data> {
  readonly events: ServerEvent<Data>[] = [];
  comments = 0;
  /** What a browser would send as Last-Event-ID when it came back. */
  lastEventId = "";
  /** Settles when the answer is over. */
  readonly ended: Promise<void>;

  /** @param pause between two chunks, for a client that is slow */
  constructor(response: Response, pause?: () => Promise<unknown>) {
    this.ended = this.#read(response, pause);
    this.ended.catch(() => {});
  }

  async #read(response: Response, pause?: () => Promise<unknown>): Promise<void> {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      rest += decoder.decode(chunk, { stream: true });
      const blocks = rest.split("\n\n");
      rest = blocks.pop() as string;
      for (const block of blocks) this.#take(block);
      await pause?.();
    }
    if (rest !== "") throw new Error(`the stream ended inside an event: ${rest}`);
  }

  #take(block: string): void {
    const fields = new Map<string, string>();
    for (const line of block.split("\n")) {
      if (line.startsWith(":")) this.comments += 1;
      else fields.set(line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2));
    }
    this.lastEventId = fields.get("id") ?? this.lastEventId;
    const data = fields.get("data");
    // Without data nothing is dispatched; the id is kept.
    if (data !== undefined)
      this.events.push({ id: this.lastEventId, event: fields.get("event") ?? "message", data: JSON.parse(data) as Data });
  }
}
