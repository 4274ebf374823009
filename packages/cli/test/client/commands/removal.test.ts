import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { findOperation } from "../../../src/client/commands/operations.ts";
import { confirmRemoval } from "../../../src/client/commands/removal.ts";
import type { Session } from "../../../src/client/commands/run-operation.ts";

type Answers = Readonly<Record<string, unknown>>;

/** A session in which nobody is there to answer, over a service that answers as given and tells what it was asked. */
function sessionOver(answers: Answers, asked: unknown[]): Session {
  const call = (operation: string, fields: unknown): unknown => {
    asked.push([operation, fields]);
    return answers[operation];
  };
  const terminal = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough(), environment: {} };
  return { client: { call }, terminal } as unknown as Session;
}

/** What would be asked before an operation is run, and what was read for it. */
async function questionOf(
  operation: string,
  values: Record<string, unknown>[],
  answers: Answers,
): Promise<{ question: string; asked: unknown[] }> {
  const asked: unknown[] = [];
  const found = findOperation(operation);
  if (found === undefined) throw new Error(`${operation} does not exist`);
  const failure: unknown = await confirmRemoval(found, values, sessionOver(answers, asked)).catch((error: unknown) => error);
  return { question: (failure as Error).message, asked };
}

describe("the question before a removal", () => {
  it("names the record, read by its id", async () => {
    const { question, asked } = await questionOf("devices.delete", [{ id: "7" }], {
      "devices.get": Promise.resolve({ id: "7", name: "web-01" }),
    });
    expect(question).toContain("Delete a device: web-01 (7)?");
    expect(asked).toEqual([["devices.get", { id: "7" }]]);
  });

  it("names the one link that is meant, of all that its device has", async () => {
    const links = [
      { parent_id: "1", child_id: "2", type: "contains" },
      { parent_id: "1", child_id: "3", type: "contains" },
      { parent_id: "1", child_id: "3", type: "depends_on" },
    ].map((link, index) => ({ ...link, id: `link-${index}` }));
    const { question, asked } = await questionOf("relationships.delete", [{ id: "1", child_id: "3", type: "contains" }], {
      "relationships.list": (async function* () {
        yield* links;
      })(),
    });
    expect(asked).toEqual([["relationships.list", { id: "1" }]]);
    expect(question).toContain("link-1");
    expect(question).not.toMatch(/link-[02]/);
  });
});
