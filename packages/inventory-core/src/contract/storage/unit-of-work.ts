declare const rowOf: unique symbol;

/** A column, in the words of both databases. */
export interface Column {
  /** What it holds. `bigint` is a text to the program. */
  readonly type: "text" | "integer" | "bigint";
  /** True for the primary key. */
  readonly primary?: true;
  /** True when it may be null. */
  readonly nullable?: true;
  /** False for one that the database fills by itself. */
  readonly persist?: false;
  /** Never in what an entity shows of itself: a hash, an encrypted secret. */
  readonly hidden?: true;
  /** All that a text may be. */
  readonly oneOf?: readonly string[];
}

/**
 * A table as the unit of work knows it: `entity` of a table that `defineTable` made.
 * @typeParam Row what a row of it is
 */
export interface StoredEntity<Row extends object = object> {
  /** What its rows are, in messages: `Device`. */
  readonly name: string;
  /** Name of the table in SQL. */
  readonly tableName: string;
  /** Its columns, by name. */
  readonly columns: Readonly<Record<string, Column>>;
  /** For the compiler alone: there is no such property. */
  readonly [rowOf]?: Row;
}

/**
 * Records of one transaction that are read, changed and written as objects, for rules on few rows. It writes when it is flushed, at the
 * latest before the commit.
 */
export interface UnitOfWork {
  /** A row by the values of its columns; null when there is none. */
  findOne<Row extends object>(entity: StoredEntity<Row>, where: Partial<Row>): Promise<Row | null>;
  /** The same for a row that there must be. @throws Error when there is none */
  findOneOrFail<Row extends object>(entity: StoredEntity<Row>, where: Partial<Row>): Promise<Row>;
  /** A new row, which the next flush inserts. */
  create<Row extends object>(entity: StoredEntity<Row>, row: Row): Row;
  /** Changes columns of a row that it found or made; the next flush updates those that differ. */
  assign<Row extends object>(row: Row, columns: Partial<Row>): Row;
  /** Takes a row away with the next flush. */
  remove(row: object): void;
  /** Sends what has changed, as statements of the transaction. */
  flush(): Promise<void>;
  /** Forgets every row that it found or made; what was not flushed is lost. */
  clear(): void;
}
