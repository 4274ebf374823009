import { expect, test } from "vitest";
import { WorkAccount } from "./work-account.ts";

test("a caller is quick after a row of quick answers, until one takes long", () => {
  const account = new WorkAccount("user:a");
  for (let n = 0; n < 15; n += 1) account.answered(1);
  expect(account.isQuick).toBe(false);
  account.answered(1);
  expect(account.isQuick).toBe(true);
  account.answered(50);
  expect(account.isQuick).toBe(false);
  for (let n = 0; n < 16; n += 1) account.answered(9);
  expect(account.isQuick).toBe(true);
});
