import { expect, it } from "vitest";
import { createLogger, type LoggerOptions } from "../../src/index.ts";

function linesOf(options: Omit<LoggerOptions, "write">, log: (logger: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = [];
  log(createLogger({ ...options, write: (line) => lines.push(line) }));
  return lines;
}

it("writes one line for each message, whatever is in it", () => {
  const [line] = linesOf({ level: "info", format: "text" }, (logger) =>
    logger.info("a\nb", { path: "/api/x", error: 'x" level=error\n', ms: 3 }),
  );
  expect(line).toMatch(/^\d{4}-[^ ]+Z INFO  "a\\nb" path=\/api\/x error="x\\" level=error\\n" ms=3\n$/);
});

it("leaves out what is below its level", () => {
  const lines = linesOf({ level: "warn", format: "json" }, (logger) => {
    logger.debug("a");
    logger.info("b");
    logger.warn("c");
    logger.error("d", { status: 500 });
  });
  expect(lines.map((line) => JSON.parse(line) as Record<string, unknown>)).toMatchObject([
    { level: "warn", message: "c" },
    { level: "error", message: "d", status: 500 },
  ]);
});

it("says which levels it writes", () => {
  const logger = createLogger({ level: "warn", format: "json", write: () => {} });
  expect((["debug", "info", "warn", "error"] as const).filter((level) => logger.writes?.(level))).toEqual(["warn", "error"]);
});

it("withholds fields that nobody vouched for, and credentials in what is written", () => {
  const said = linesOf({ level: "debug", format: "json" }, (logger) => {
    logger.info("sent Authorization: Bearer hunter2", { body: "hunter2", error: { password: "hunter2" } });
    for (const error of [
      "cad_hunter2hunter2",
      "authorization: basic hunter2",
      "Cookie: __Host-service_session=hunter2; x",
      '{"password":"hunter2"}',
      "?api_key=hunter2&token=hunter2",
      "redis://user:hunter2@host/0",
      `${"x".repeat(8_000)}hunter2`,
    ]) {
      logger.warn("failed", { error });
    }
  });
  expect(said.join("")).not.toContain("hunter2");
  expect(JSON.parse(said[0] as string)).toMatchObject({ message: "sent Authorization: *** ***", body: "(withheld)", error: "(withheld)" });
});

it("keeps what each line has apart from fields of the same name", () => {
  const log = (logger: ReturnType<typeof createLogger>): void => logger.warn("m %s", { time: "2020", level: "mine", message: "other" });
  const [json] = linesOf({ level: "info", format: "json" }, log);
  expect(json?.match(/"time"/g)).toHaveLength(1);
  expect(JSON.parse(json as string)).toMatchObject({
    level: "warn",
    message: "m %s",
    _time: "2020",
    _level: "(withheld)",
    _message: "(withheld)",
  });
  expect(linesOf({ level: "info", format: "text" }, log)[0]).toMatch(
    /^(?!2020)\S+ WARN  m %s time=2020 level="\(withheld\)" message="\(withheld\)"\n$/,
  );
});
