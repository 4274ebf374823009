import { type Constructor, type EntityManager, EntitySchema, type IDatabaseDriver, MikroORM } from "@mikro-orm/core";
import type { CompiledQuery, QueryResult } from "kysely";
import type { StoredModel } from "../contract/storage/storage.ts";
import type { StoredEntity, UnitOfWork } from "../contract/storage/unit-of-work.ts";

/** What the ORM has of a storage: the tables, and the driver that writes SQL for the database. */
export interface OrmSource {
  readonly models: readonly StoredModel[];
  readonly driver: Constructor<IDatabaseDriver>;
}

/** Runs a statement of the ORM, which has its values in its text, in the transaction that is open. */
export type OrmQuery = (sql: string) => Promise<{ readonly rows: readonly object[]; readonly changes: number }>;

/** Opens a unit of work. Its statements are part of the transaction that `query` runs them in; it begins and ends none. */
export function openEm(source: OrmSource, query: OrmQuery): UnitOfWork {
  const em = ormOf(source).em.fork();
  em.setTransactionContext({
    executeQuery: async ({ sql }: CompiledQuery): Promise<QueryResult<object>> => {
      const { rows, changes } = await query(sql);
      return { rows: [...rows], numAffectedRows: BigInt(changes) };
    },
  });
  return new OrmUnitOfWork(em);
}

/** Sets of tables whose ORM is kept. A process usually has one set; to create an ORM takes about 10 ms. */
const MAX_ORMS = 8;
const orms = new Map<string, MikroORM>();

/** The ORM over the tables of models; it knows of no database. */
function ormOf({ models, driver }: OrmSource): MikroORM {
  const entities = models.flatMap((model) => model.entities);
  const key = [driver, ...entities].map(numberOf).join(" ");
  const orm =
    orms.get(key) ?? new MikroORM({ driver, dbName: "inventory", entities: entities.map(schemaOf), forceUtcTimezone: true, debug: false });
  orms.delete(key);
  orms.set(key, orm);
  const [oldest] = orms.keys();
  if (orms.size > MAX_ORMS && oldest !== undefined) orms.delete(oldest);
  return orm;
}

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/** The same number for the same object, and no other. */
function numberOf(object: object): number {
  const known = numbers.get(object) ?? (lastNumber += 1);
  numbers.set(object, known);
  return known;
}

/** Of a table that is defined, what the ORM knows. */
const schemas = new WeakMap<StoredEntity, EntitySchema>();

/** The ORM is told of tables by who opens it: definitions of them, which every program has, do without it. */
function schemaOf<Row extends object>(entity: StoredEntity<Row>): EntitySchema<Row> {
  const known = schemas.get(entity) ?? new EntitySchema({ ...entity, properties: propertiesOf(entity.columns) as never });
  schemas.set(entity, known);
  return known as EntitySchema<Row>;
}

/** What the ORM is told of columns: it knows no texts of a list. */
function propertiesOf(columns: StoredEntity["columns"]): Readonly<Record<string, object>> {
  return Object.fromEntries(Object.entries(columns).map(([name, { oneOf: _, ...property }]) => [name, property]));
}

class OrmUnitOfWork implements UnitOfWork {
  readonly #em: EntityManager;

  constructor(em: EntityManager) {
    this.#em = em;
  }

  async findOne<Row extends object>(entity: StoredEntity<Row>, where: Partial<Row>): Promise<Row | null> {
    return (await this.#em.findOne(schemaOf(entity), where as never)) as Row | null;
  }

  async findOneOrFail<Row extends object>(entity: StoredEntity<Row>, where: Partial<Row>): Promise<Row> {
    return (await this.#em.findOneOrFail(schemaOf(entity), where as never)) as Row;
  }

  create<Row extends object>(entity: StoredEntity<Row>, row: Row): Row {
    return this.#em.create(schemaOf(entity), row as never) as Row;
  }

  assign<Row extends object>(row: Row, columns: Partial<Row>): Row {
    return this.#em.assign(row, columns as never) as Row;
  }

  remove(row: object): void {
    this.#em.remove(row);
  }

  async flush(): Promise<void> {
    await this.#em.flush();
  }

  clear(): void {
    this.#em.clear();
  }
}
