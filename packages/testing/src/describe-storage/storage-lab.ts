import assert from "node:assert/strict";
import {
  type OpenStorage,
  silentLogger,
  type Storage,
  type StorageCapabilities,
  type StorageMigration,
  type StorageOpenOptions,
  type StoredModel,
  systemClock,
} from "@cadastre/inventory-core";
import { type Item, ItemEntity } from "./item.entity.ts";

/** What a suite needs of a storage: databases to try it on. */
export interface StorageUnderTest {
  /** A storage over a new, empty database. */
  readonly storage: Storage;
  /** Another storage over the same database, as a second process would have it. Needed where the storage is durable. */
  readonly again?: () => Storage;
  /** Removes the database; everything is closed by then. */
  readonly dispose?: () => Promise<void> | void;
}

/** One behaviour of the contract. It throws when the storage does not behave. */
export interface StorageCase {
  readonly group: string;
  readonly name: string;
  /** Runs only on storages that declare it. */
  readonly needs?: keyof StorageCapabilities;
  readonly run: (lab: StorageLab) => Promise<void>;
}

/** The suite's own table. */
export const itemModel: StoredModel = {
  entities: [ItemEntity],
  migrations: {
    sqlite: [
      {
        name: "conformance/0001-item",
        statements: ["create table conformance_item (id text primary key, name text not null, number integer not null, note text)"],
      },
    ],
    postgresql: [
      {
        name: "conformance/0001-item",
        statements: [
          'create table conformance_item (id text primary key, name text collate "C" not null, number bigint not null, note text)',
        ],
      },
    ],
  },
};

/** The suite's model with more migrations, the same on both dialects, as a newer program has it. */
const withMore = (...more: readonly StorageMigration[]): StoredModel => ({
  entities: [ItemEntity],
  migrations: { sqlite: [...itemModel.migrations.sqlite, ...more], postgresql: [...itemModel.migrations.postgresql, ...more] },
});

/** As a newer program has it whose change older ones cannot go on with. */
export const newerModel = withMore({
  name: "conformance/0002-more",
  statements: ["alter table conformance_item add column more text"],
});

const expand: StorageMigration = {
  name: "conformance/0002-remark",
  statements: [
    "alter table conformance_item add column remark text",
    "create table conformance_remark (id text primary key, remark text not null)",
  ],
  compatibility: "additive",
};

/** As a newer program has it that only adds: `remark`, which is to take the place of `note`. */
export const expandedModel = withMore(expand);

/** As the program after it has it, which takes away what the one before no longer uses. */
export const contractedModel = withMore(expand, {
  name: "conformance/0003-no-note",
  statements: ["alter table conformance_item drop column note", "drop table conformance_remark"],
  compatibility: { contracts: "conformance/0002-remark" },
});

/** One database under test, and everything that was opened on it. */
export class StorageLab {
  readonly subject: StorageUnderTest;
  readonly #opened: OpenStorage[] = [];

  constructor(subject: StorageUnderTest) {
    this.subject = subject;
  }

  /** Opens the storage, or another one over the same database, with the suite's table. */
  async open(
    storage: Storage = this.subject.storage,
    model: StoredModel = itemModel,
    options: Partial<StorageOpenOptions> = {},
  ): Promise<OpenStorage> {
    const open = await storage.open({ models: [model], clock: systemClock, logger: silentLogger, ...options });
    this.#opened.push(open);
    return open;
  }

  /** A second storage over the same database. */
  again(): Storage {
    if (this.subject.again === undefined)
      throw new Error("give `again`: this storage says that its data outlives a close, or that processes may share it");
    return this.subject.again();
  }

  async close(): Promise<void> {
    for (const open of this.#opened) await open.close().catch(() => {});
    await this.subject.dispose?.();
  }
}

/** All items, as a list. */
export const ALL_ITEMS = "select id, name, number from conformance_item order by name";

/** A list of the items, of which one page was read. */
export class BegunList {
  readonly #pages: AsyncIterator<readonly Item[]>;
  #read = 0;

  private constructor(pages: AsyncIterator<readonly Item[]>) {
    this.#pages = pages;
  }

  static async of(open: OpenStorage): Promise<BegunList> {
    const list = new BegunList(open.pages<Item>(ALL_ITEMS)[Symbol.asyncIterator]());
    await list.#next();
    return list;
  }

  async #next(): Promise<boolean> {
    const page = await this.#pages.next();
    if (page.done === true) return false;
    this.#read += page.value.length;
    return true;
  }

  /** Reads it to its end. @param each is called after each page @returns how many rows it had, of all pages */
  async rest(each: () => void = () => {}): Promise<number> {
    while (await this.#next()) each();
    return this.#read;
  }
}

/** Inserts items with consecutive numbers, named by their number. */
export async function insertItems(open: OpenStorage, count: number): Promise<void> {
  await open.write(async (transaction) => {
    await transaction.insert(
      "conformance_item",
      ["id", "name", "number", "note"],
      Array.from({ length: count }, (_, index) => [`id${index}`, `name${String(index).padStart(6, "0")}`, index, null]),
    );
  });
}

export async function countItems(open: OpenStorage): Promise<number> {
  return Number((await open.read.get<{ count: number | string }>("select count(*) as count from conformance_item"))?.count);
}

/** Questions after which a timer has run, if anything but them runs. */
const QUESTIONS = 300;
/** Milliseconds that they take at least. */
const QUESTIONS_MS = 100;

/** Asks again and again until a timer has run a few times. @throws when none does */
export async function letsTimersRun(what: string, ask: () => Promise<unknown>): Promise<void> {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 1);
  const begun = performance.now();
  try {
    for (let asked = 0; ticks < 3; asked += 1) {
      assert.ok(
        asked < QUESTIONS || performance.now() - begun < QUESTIONS_MS,
        `no timer runs while somebody asks for ${what} all the time`,
      );
      await ask();
    }
  } finally {
    clearInterval(timer);
  }
}
