import { type Constructor, type IDatabaseDriver, MikroORM, type Options } from "@mikro-orm/core";
import type { StoredModel } from "../contract/storage/storage.ts";
import type { UnitOfWork } from "../contract/storage/unit-of-work.ts";

/** The part of the ORM's settings that differs by dialect. */
export interface OrmDialect {
  readonly driver: Constructor<IDatabaseDriver>;
  readonly options: Partial<Options>;
}

/** Opens the ORM over every model's entities; never creates or changes tables by itself. */
export async function openOrm(models: readonly StoredModel[], { driver, options }: OrmDialect): Promise<MikroORM> {
  return await MikroORM.init({
    driver: driver as never,
    entities: models.flatMap((model) => [...model.entities]),
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
  return orm.em.fork() as object as UnitOfWork;
}
