import { AbstractSqlConnection, AbstractSqlDriver, BasePostgreSqlPlatform, type Configuration, SqlitePlatform } from "@mikro-orm/sql";
import type { Dialect } from "kysely";

/** The ORM's connection, over a dialect of Kysely that its storage gives (`driverOptions`). */
class GivenConnection extends AbstractSqlConnection {
  /** The database is there and open: the ORM is not to look for it, or make one. */
  override async connect(): Promise<void> {
    await super.connect({ skipOnConnect: true });
  }

  override createKyselyDialect(): Dialect {
    throw new TypeError("a storage gives the ORM a dialect of its own");
  }
}

/**
 * SQLite for the ORM, over whatever driver the storage has. The ORM's own packages for a database take one exact version of a driver;
 * with these, an application's MikroORM and drivers are its own matter (decision 0240).
 */
export class SqliteOrmDriver extends AbstractSqlDriver<GivenConnection> {
  constructor(config: Configuration) {
    super(config, new SqlitePlatform(), GivenConnection, ["kysely"]);
  }
}

/** PostgreSQL for the ORM, over whatever driver the storage has. */
export class PostgresqlOrmDriver extends AbstractSqlDriver<GivenConnection> {
  constructor(config: Configuration) {
    super(config, new BasePostgreSqlPlatform(), GivenConnection, ["kysely"]);
  }
}
