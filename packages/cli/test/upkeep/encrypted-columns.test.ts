import { expect, it } from "vitest";
import { recordsOf } from "../../src/host/standard-plugins.ts";
import { encryptedColumns, storedPlugins } from "../../src/host/stored-plugins.ts";

const PASSWORD = { table: "lease_source", column: "password" };

it("names secrets of declared kinds among the columns that are encrypted, and leaves them out for commands without keys", () => {
  const plugins = storedPlugins();
  expect(encryptedColumns(plugins)).toContainEqual(PASSWORD);
  expect(encryptedColumns(plugins.map((plugin) => recordsOf(plugin, true)))).toContainEqual(PASSWORD);
  expect(encryptedColumns(plugins.map((plugin) => recordsOf(plugin, false)))).toEqual([]);
});
