import { expect, it } from "vitest";
import { isAgentRun } from "../../../src/agent/is-agent-run.ts";

it.each([
  ["agent --server https://a.example --token-file t", true],
  ["agent --server=https://a.example --token-file=t --log-format json", true],
  ["agent", false],
  ["agent --help", false],
  ["agent --server https://a.example list", false],
  ["agent list --server https://a.example", false],
  ["agent -o json list", false],
  ["serve --server agent", false],
])("%s runs an agent: %s", (words, isRun) => {
  expect(isAgentRun(words.split(" "))).toBe(isRun);
});
