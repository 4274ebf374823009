/**
 * What a plugin answers is known for what it is also when a second copy of the package made it: the class differs then, and the mark
 * does not.
 */
const isMarked = (value: unknown, mark: symbol): boolean => typeof value === "object" && value !== null && mark in value;

const TEXT = Symbol.for("cadastre.JsonText");
const LIST_RECORD = Symbol.for("cadastre.JsonListRecord");
const PIECES = Symbol.for("cadastre.JsonPieces");

/** A record as finished JSON text, straight from storage: HTTP sends it, the library parses it. */
export class JsonText<T> {
  /** The record as JSON text, as it is stored. */
  readonly text: string;
  declare private readonly type: T;

  static {
    Object.defineProperty(this.prototype, TEXT, { value: true });
  }

  static [Symbol.hasInstance](value: unknown): boolean {
    return isMarked(value, TEXT);
  }

  constructor(text: string) {
    this.text = text;
  }

  /** The record. */
  parse(): T {
    return JSON.parse(this.text) as T;
  }
}

/** Cursor and count of a page of a list. */
export interface PagePlace {
  /** The cursor of the next page; undefined on the last one, and for a whole list. */
  readonly next?: string | undefined;
  /** Number of all records that the filter matches; undefined unless it was asked for. */
  readonly count?: number | undefined;
}

/** A list as pages of finished JSON texts, one per record, in order. Memory holds one page. */
export class JsonList<T> {
  /** JSON texts of the records, in pages. */
  readonly pages: AsyncIterable<readonly string[]>;
  /** Its place in the list that it is a part of. */
  readonly place: PagePlace;
  declare private readonly type: T;

  constructor(pages: AsyncIterable<readonly string[]>, place: PagePlace = {}) {
    this.pages = pages;
    this.place = place;
  }

  /** The records one by one. */
  async *records(): AsyncGenerator<T> {
    for await (const page of this.pages) for (const text of page) yield JSON.parse(text) as T;
  }
}

/** Where a part of a long record begins: an index in the list at a path (`effects.records`). */
export interface ListPosition {
  /** Path of the list. */
  readonly field: string;
  /** Index of the first element, from 0. */
  readonly from: number;
}

/** A long record with a part of its lists. */
export interface RecordPart<T> {
  readonly record: T;
  /** Number of all elements of each list that may have been cut, by its path. */
  readonly lengths: ReadonlyMap<string, number>;
}

/**
 * Reads a part of a long record without holding the whole.
 * @param at where one of the lists begins
 * @param most characters of each list, about; one element is read at least
 */
export type ReadRecordPart<T> = (at: ListPosition | undefined, most: number) => Promise<RecordPart<T>>;

/** A record of any length as pieces of finished JSON text, which are made as they are sent. */
export class JsonPieces<T> {
  /** The JSON text of the record in order, as UTF-8 where it is bytes. They can be read once. */
  readonly pieces: AsyncIterable<string | Uint8Array>;
  /** Entity tag of the record, quotes included; undefined if only the text tells. */
  readonly tag: string | undefined;
  /** Reads a part of it instead of the pieces. */
  readonly part: ReadRecordPart<T>;
  declare private readonly type: T;

  static {
    Object.defineProperty(this.prototype, PIECES, { value: true });
  }

  static [Symbol.hasInstance](value: unknown): boolean {
    return isMarked(value, PIECES);
  }

  /** @param part reads the whole unless given */
  constructor(pieces: AsyncIterable<string | Uint8Array>, tag?: string, part?: ReadRecordPart<T>) {
    this.pieces = pieces;
    this.tag = tag;
    this.part = part ?? (async () => ({ record: await this.parse(), lengths: new Map() }));
  }

  /** The whole record, in memory. */
  async parse(): Promise<T> {
    const all: Buffer[] = [];
    for await (const piece of this.pieces) all.push(Buffer.from(piece as string));
    return JSON.parse(Buffer.concat(all).toString()) as T;
  }
}

/**
 * A record with a list of any length in its first field: `{"results": […]}`. It is sent as it is read, as a list is. Other fields follow
 * from the number of elements.
 */
export class JsonListRecord<T> {
  /** Name of the field that holds the list. */
  readonly field: string;
  /** Finished JSON texts of the elements, in order. */
  readonly pages: AsyncIterable<readonly string[]>;
  /** Other fields, after the list; undefined for none. */
  readonly others: ((count: number) => object) | undefined;
  declare private readonly type: T;

  static {
    Object.defineProperty(this.prototype, LIST_RECORD, { value: true });
  }

  static [Symbol.hasInstance](value: unknown): boolean {
    return isMarked(value, LIST_RECORD);
  }

  constructor(field: string, pages: AsyncIterable<readonly string[]>, others?: (count: number) => object) {
    this.field = field;
    this.pages = pages;
    this.others = others;
  }

  /** The record as pieces: one for each page, and the brackets. */
  inPieces(): JsonPieces<T> {
    return new JsonPieces(bracketed(this.field, this.pages, this.others));
  }
}

async function* bracketed(
  field: string,
  pages: AsyncIterable<readonly string[]>,
  others: (count: number) => object = () => ({}),
): AsyncGenerator<string> {
  let before = `{${JSON.stringify(field)}:[`;
  let count = 0;
  for await (const page of pages) {
    if (page.length === 0) continue;
    count += page.length;
    yield `${before}${page.join(",")}`;
    before = ",";
  }
  const more = JSON.stringify(others(count)).slice(1);
  yield `${before === "," ? "" : before}]${more === "}" ? "" : ","}${more}`;
}

/** A record as it was at one time. */
export interface WatchedState {
  /** Another for each state of the record. */
  readonly id: string;
  /**
   * The record as JSON text, without line breaks. Null: there is no record, and may be none for long; who comes back is to
   * come back with this id.
   */
  readonly text: string | null;
  /** What happened, where records are told apart by it: the name of an event. */
  readonly name?: string;
  /** Nothing comes after it: the record will not change any more. */
  readonly last: boolean;
}

/** A record as it is, and again whenever it changes; or records as they come. The first state comes at once. */
export class Watch<T> {
  /** Its states as they come. */
  readonly states: AsyncIterable<WatchedState>;
  declare private readonly type: T;

  constructor(states: AsyncIterable<WatchedState>) {
    this.states = states;
  }

  /** The record, again whenever it changes; or records as they come. */
  async *records(): AsyncGenerator<T> {
    for await (const { text } of this.states) if (text !== null) yield JSON.parse(text) as T;
  }

  /** Records as they come, each with the id of its state as `cursor`. */
  async *streamedRecords(): AsyncGenerator<Streamed<T>> {
    for await (const { id, text } of this.states) if (text !== null) yield { ...(JSON.parse(text) as T), cursor: id };
  }
}

/** A record of a stream. Pass the cursor as `after` to go on after it. */
export type Streamed<T> = T & {
  /** The cursor after it. */
  readonly cursor: string;
};

/** A text as a file, in pieces that are made as they are read. */
export class TextFile {
  /** Without parameters; the text is UTF-8. */
  readonly mediaType: string;
  /** Name to save it under. */
  readonly name: string;
  /** The text in order, made as it is read. */
  readonly pieces: AsyncIterable<string>;

  constructor(mediaType: string, name: string, pieces: AsyncIterable<string>) {
    this.mediaType = mediaType;
    this.name = name;
    this.pieces = pieces;
  }
}
