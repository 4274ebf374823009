declare const rowOf: unique symbol;

/**
 * A table as the unit of work knows it: `entity` of a table that `defineTable` made.
 * @typeParam Row what a row of it is
 */
export interface StoredEntity<Row extends object = object> {
  /** Name of the table in SQL. */
  readonly tableName: string;
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
  remove(row: object): unknown;
  /** Sends what has changed, as statements of the transaction. */
  flush(): Promise<void>;
  /** Forgets every row that it found or made; what was not flushed is lost. */
  clear(): void;
}
