import { type Constructor, type EntityManager, EntitySchema, type IDatabaseDriver, MikroORM, type Options } from "@mikro-orm/core";
import type { StoredModel } from "../contract/storage/storage.ts";
import type { StoredEntity, UnitOfWork } from "../contract/storage/unit-of-work.ts";

/** The part of the ORM's settings that differs by dialect. */
export interface OrmDialect {
  readonly driver: Constructor<IDatabaseDriver>;
  readonly options: Partial<Options>;
}

/**
 * Opens the ORM over every model's entities; never creates or changes tables by itself. The constructor, unlike `MikroORM.init`, looks for
 * no optional packages of the ORM.
 */
export function openOrm(models: readonly StoredModel[], { driver, options }: OrmDialect): MikroORM {
  return new MikroORM({
    driver: driver as never,
    entities: models.flatMap((model) => model.entities.map(schemaOf)),
    forceUtcTimezone: true,
    debug: false,
    ...options,
  } as Options);
}

/**
 * A fresh unit of work. Inside a transaction of ours its statements are part of it, since the dialects' BEGIN and COMMIT
 * do nothing there.
 */
export function openEm(orm: MikroORM): UnitOfWork {
  return new OrmUnitOfWork(orm.em.fork());
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
