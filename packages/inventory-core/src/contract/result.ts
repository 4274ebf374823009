/** A record as finished JSON text, straight from storage: HTTP sends it, the library parses it. */
export class JsonText<T> {
  readonly text: string;
  declare private readonly type: T;

  constructor(text: string) {
    this.text = text;
  }

  parse(): T {
    return JSON.parse(this.text) as T;
  }
}

/** A list as pages of finished JSON texts, one per record, in order. Memory holds one page. */
export class JsonList<T> {
  readonly pages: AsyncIterable<readonly string[]>;
  declare private readonly type: T;

  constructor(pages: AsyncIterable<readonly string[]>) {
    this.pages = pages;
  }

  async *records(): AsyncGenerator<T> {
    for await (const page of this.pages) for (const text of page) yield JSON.parse(text) as T;
  }
}
