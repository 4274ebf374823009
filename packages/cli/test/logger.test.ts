import { expect, it } from "vitest";
import { createLogger, type LoggerOptions } from "../src/index.ts";

function linesOf(options: Omit<LoggerOptions, "write">, log: (logger: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = [];
  log(createLogger({ ...options, write: (line) => lines.push(line) }));
  return lines;
}

it("writes one line for each message, whatever is in it", () => {
  const [line] = linesOf({ level: "info", format: "text" }, (logger) => logger.info("a\nb", { path: "/api/x", name: 'x" level=error\n', count: 3 }));
  expect(line).toMatch(/^\d{4}-[^ ]+Z INFO  "a\\nb" path=\/api\/x name="x\\" level=error\\n" count=3\n$/);
});

it("leaves out what is below its level", () => {
  const lines = linesOf({ level: "warn", format: "json" }, (logger) => {
    logger.debug("a");
    logger.info("b");
    logger.warn("c");
    logger.error("d", { code: "X" });
  });
  expect(lines.map((line) => JSON.parse(line) as Record<string, unknown>)).toMatchObject([
    { level: "warn", message: "c" },
    { level: "error", message: "d", code: "X" },
  ]);
});
