import { AbstractSqlConnection, AbstractSqlDriver, BasePostgreSqlPlatform, type Configuration, SqlitePlatform } from "@mikro-orm/sql";
import type { Dialect } from "kysely";

/** The ORM connects to nothing: each unit of work has its own way to the database (`openEm`). */
class NoConnection extends AbstractSqlConnection {
  override async connect(): Promise<void> {
    this.connected = true;
  }

  override createKyselyDialect(): Dialect {
    throw new TypeError("the ORM was to connect to a database by itself");
  }
}

/**
 * SQLite for the ORM, over whatever driver the storage has. The ORM's own packages for a database take one exact version of a driver;
 * with these, an application's MikroORM and drivers are its own matter (decision 0240).
 */
export class SqliteOrmDriver extends AbstractSqlDriver<NoConnection> {
  constructor(config: Configuration) {
    super(config, new SqlitePlatform(), NoConnection, ["kysely"]);
  }
}

/** PostgreSQL for the ORM, over whatever driver the storage has. */
export class PostgresqlOrmDriver extends AbstractSqlDriver<NoConnection> {
  constructor(config: Configuration) {
    super(config, new BasePostgreSqlPlatform(), NoConnection, ["kysely"]);
  }
}
