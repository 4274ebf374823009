import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TRIALS } from "../src/trials/trials.ts";

test("CONTRIBUTING names each trial beside a real part, and no other", () => {
  const text = readFileSync(new URL("../../CONTRIBUTING.md", import.meta.url), "utf8");
  const named = new Set([...text.matchAll(/\btrial ([a-z]+(?:-[a-z]+)*)`/g)].map(([, name]) => name));
  expect(named).toEqual(new Set(TRIALS.map(({ name }) => name)));
});
