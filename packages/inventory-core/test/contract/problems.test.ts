import { expect, test } from "vitest";
import { z } from "zod";
import { draftOf, Problems } from "../../src/contract/errors/validation.ts";

const detailsOf = (error: Error | undefined): object => (error as unknown as { readonly details: object }).details;

test("an error tells of the first hundred problems, however many a small body has", () => {
  const schema = z.object({ tags: z.array(z.string({ error: "must be a string" })) });
  const { problems } = draftOf(schema, { tags: Array.from({ length: 20_000 }, () => 1) });
  expect(Object.keys(detailsOf(problems.error))).toEqual(Array.from({ length: 100 }, (_, index) => `tags[${index}]`));
  expect(problems.error?.message.length).toBeLessThan(5_000);
});

test("a problem beyond the hundredth is left out, and the first of a field is kept", () => {
  const problems = new Problems();
  for (let index = 0; index < 100; index += 1) problems.add(`f${index}`, "is wrong");
  problems.add("f0", "is wrong in another way");
  problems.add("late", "is wrong");
  expect([problems.isFull, problems.list.length, problems.list[0]?.message]).toEqual([true, 100, "is wrong"]);
});
