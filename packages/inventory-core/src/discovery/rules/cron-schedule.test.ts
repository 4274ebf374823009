import { describe, expect, it } from "vitest";
import { CASES, differencesIn } from "../../../test/discovery/cron/naive-calendar.ts";
import { scheduleProblem, timeAfter, timezoneProblem } from "./cron-schedule.ts";

/** The next times of a schedule, without seconds. */
function timesOf(schedule: string, zone: string, since: string, count: number): string[] {
  const times: string[] = [];
  for (let at = since; times.length < count; times.push(at)) at = timeAfter(schedule, zone, at);
  return times.map((time) => time.replace(":00.000Z", "Z"));
}

describe("schedules", () => {
  it("are five fields of cron, and nothing else", () => {
    for (const right of ["* * * * *", "30 3 * * 1-5", "*/15 8-18 * * mon-FRI", "0 0 1,15 jan-mar *", "0  4 * * 7", "5-55/10 2 29 2 *"])
      expect([right, scheduleProblem(right)]).toEqual([right, undefined]);
    const advice: unknown = expect.stringContaining("minute, hour, day of month, month and day of week");
    for (const wrong of [
      "@daily",
      "* * * *",
      "0 * * * * *",
      "60 * * * *",
      "0 24 * * *",
      "0 0 0 * *",
      "0 0 * 13 *",
      "*/0 * * * *",
      "5/5 * * * *",
      "5-2 * * * *",
      "0 0 L * *",
      "0 0 15W * *",
      "0 0 * * 1#2",
      "0 0 * * +1",
      "0 0 ? * *",
      "0 0 * foo *",
      "0 0 * * * ; rm",
      "9007199254740993 * * * *",
      `${"1,".repeat(100)}1 * * *`,
      "2026-01-01T00:00:00",
      "\n0 0 * * *",
    ])
      expect([wrong, scheduleProblem(wrong)]).toEqual([wrong, advice]);
    expect(scheduleProblem("0 0 30 2 *")).toBe("names a day that no year has");
  });

  it("are in zones of the IANA database", () => {
    for (const right of ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+2", "europe/berlin"])
      expect([right, timezoneProblem(right)]).toEqual([right, undefined]);
    for (const wrong of ["Mars/Base", "+02:00", "-0500", "Europe/", "Europe Berlin", "../etc/passwd", "\u0000"])
      expect([wrong, timezoneProblem(wrong)]).toEqual([wrong, expect.stringContaining("IANA")]);
  });

  it("keep to the clock on the wall, through both changes of the clocks", () => {
    expect(timesOf("0 3 * * *", "Europe/Berlin", "2026-03-27T12:00:00.000Z", 3)).toEqual([
      "2026-03-28T02:00Z",
      "2026-03-29T01:00Z",
      "2026-03-30T01:00Z",
    ]);
    // 02:30 does not come on 29 March, and comes twice on 25 October.
    expect(timesOf("30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00.000Z", 2)).toEqual(["2026-03-29T01:00Z", "2026-03-30T00:30Z"]);
    expect(timesOf("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00.000Z", 2)).toEqual(["2026-10-25T00:30Z", "2026-10-26T01:30Z"]);
    expect(timesOf("30 2,14 * * *", "Europe/Berlin", "2026-10-24T14:00:00.000Z", 2)).toEqual(["2026-10-25T00:30Z", "2026-10-25T13:30Z"]);
    // Midnight does not come, and half an hour is left out.
    expect(timesOf("0 0 * * *", "America/Santiago", "2026-09-05T12:00:00.000Z", 2)).toEqual(["2026-09-06T04:00Z", "2026-09-07T03:00Z"]);
    expect(timesOf("15 2 * * *", "Australia/Lord_Howe", "2026-10-03T00:00:00.000Z", 1)).toEqual(["2026-10-03T15:30Z"]);
  });

  it("run once at the next existing minute where a clock change skips the last hour of a day", () => {
    expect(timesOf("30 23 * * *", "America/Nuuk", "2026-03-28T12:00:00.000Z", 2)).toEqual(["2026-03-29T01:00Z", "2026-03-30T00:30Z"]);
    expect(timesOf("15,45 23 * * *", "America/Scoresbysund", "2026-03-28T12:00:00.000Z", 3)).toEqual([
      "2026-03-29T01:00Z",
      "2026-03-30T00:15Z",
      "2026-03-30T00:45Z",
    ]);
    expect(timesOf("0 23 28 3 *", "America/Nuuk", "2026-03-01T00:00:00.000Z", 1)).toEqual(["2026-03-29T01:00Z"]);
  });

  it("run once at the next existing minute where a time zone skips a day", () => {
    expect(timesOf("0 3 * * *", "Pacific/Apia", "2011-12-29T20:00:00.000Z", 2)).toEqual(["2011-12-30T10:00Z", "2011-12-30T13:00Z"]);
  });

  it("match a calendar of every minute around clock changes at midnight", () => {
    for (const zone of ["America/Nuuk", "America/Scoresbysund", "America/Santiago", "America/Havana", "Africa/Cairo", "Asia/Beirut"])
      expect([zone, differencesIn(zone, 2026, CASES)]).toEqual([zone, []]);
  });

  it("go on in real time where they say steps", () => {
    const half = (since: string): string[] => timesOf("*/30 * * * *", "Europe/Berlin", since, 4);
    expect(half("2026-10-25T00:00:00.000Z")).toEqual(["2026-10-25T00:30Z", "2026-10-25T01:00Z", "2026-10-25T01:30Z", "2026-10-25T02:00Z"]);
    expect(half("2026-03-29T00:00:00.000Z")).toEqual(["2026-03-29T00:30Z", "2026-03-29T01:00Z", "2026-03-29T01:30Z", "2026-03-29T02:00Z"]);
  });

  it("come on a day of the month or of the week where both are given", () => {
    expect(timesOf("0 0 1 * 1", "UTC", "2026-03-28T12:00:00.000Z", 3)).toEqual([
      "2026-03-30T00:00Z",
      "2026-04-01T00:00Z",
      "2026-04-06T00:00Z",
    ]);
  });
});
