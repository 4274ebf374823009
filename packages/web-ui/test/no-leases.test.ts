import { expect, test } from "vitest";
import { noLeasesText } from "../page/leases/no-leases.ts";

test("a lease source that was never read is not said to have no leases", () => {
  expect(noLeasesText({ last_read_at: null })).toBe("The source has not been read yet.");
  expect(noLeasesText({ last_read_at: "2027-03-01T12:00:00.000Z" })).toContain("no leases in force");
});
