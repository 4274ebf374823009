import { randomUUID } from "node:crypto";

/** The databases of a PostgreSQL server which tests may create and drop. */
export class PostgresDatabases {
  /** Connection URL of the database that the server always has; enough to make this object again in another process. */
  readonly adminUrl: string;

  /** @param adminUrl a URL whose user may create databases, `postgresql:///postgres?host=/socket/directory&user=postgres` for instance */
  constructor(adminUrl: string) {
    this.adminUrl = adminUrl;
  }

  /** The connection URL of a database. */
  url(database: string): string {
    const url = new URL(this.adminUrl);
    url.pathname = `/${encodeURIComponent(database)}`;
    return url.href;
  }

  /** Creates an empty database, or a copy of `template`, which nothing may be connected to. */
  async createDatabase(name: string, template = "template1"): Promise<void> {
    // Its files are copied as they are: through the log, which is the other way, it takes twice as long.
    await this.#execute(`create database ${quoted(name)} template ${quoted(template)} strategy file_copy`);
  }

  /** Drops a database and ends the connections to it; none is no error. */
  async dropDatabase(name: string): Promise<void> {
    await this.#execute(`drop database if exists ${quoted(name)} with (force)`);
  }

  /** Creates a database under a name of its own. Disposing of it drops it. */
  async temporaryDatabase(template?: string): Promise<TemporaryDatabase> {
    const name = `test_${randomUUID().replaceAll("-", "")}`;
    await this.createDatabase(name, template);
    return { name, url: this.url(name), [Symbol.asyncDispose]: async () => await this.dropDatabase(name) };
  }

  /** @throws when the server does not answer */
  async ping(): Promise<void> {
    await this.#execute("select 1");
  }

  async #execute(statement: string): Promise<void> {
    // Loaded when it is needed: the other helpers of this subpath work without the optional peer pg.
    const { Client } = await import("pg");
    const client = new Client({ connectionString: this.adminUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }
}

export interface TemporaryDatabase extends AsyncDisposable {
  readonly name: string;
  readonly url: string;
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
