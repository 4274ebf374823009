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

/** A text as a file, in pieces that are made as they are read. */
export class TextFile {
  /** Without parameters; the text is UTF-8. */
  readonly mediaType: string;
  /** Name to save it under. */
  readonly name: string;
  readonly pieces: AsyncIterable<string>;

  constructor(mediaType: string, name: string, pieces: AsyncIterable<string>) {
    this.mediaType = mediaType;
    this.name = name;
    this.pieces = pieces;
  }
}
