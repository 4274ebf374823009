import { join } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Terminal } from "../src/ask.ts";
import { runCreate } from "../src/run-create.ts";
import { Workbench } from "./support/workbench.ts";

/** A terminal with somebody in front of it. */
class Person {
  readonly terminal: Terminal;
  readonly #keys = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  #shown = "";

  constructor(environment: Readonly<Record<string, string>> = {}) {
    const screen = (): PassThrough & { readonly isTTY: true } =>
      Object.assign(
        new PassThrough().on("data", (bytes: Buffer) => (this.#shown += bytes.toString())),
        { isTTY: true as const },
      );
    this.terminal = { stdin: this.#keys, stdout: screen(), stderr: screen(), environment };
  }

  get shown(): string {
    return this.#shown;
  }

  /** Types when the question is there. */
  async answer(question: string, keys: string): Promise<void> {
    await vi.waitUntil(() => this.#shown.includes(question));
    this.#keys.write(keys);
  }
}

describe("at a terminal", () => {
  let bench: Workbench;
  beforeEach(async () => {
    bench = await Workbench.make();
  });
  afterEach(async () => await bench.remove());
  const create = async (person: Person, words: readonly string[]): Promise<number> =>
    await runCreate(words, person.terminal, pathToFileURL(`${bench.templates}/`));

  it("asks for the template and the folder", async () => {
    const person = new Person();
    const ended = create(person, []);
    await person.answer("Which template?", "\u001b[B\r");
    await person.answer("Project folder?", `${join(bench.folder, "mine")}\r`);
    expect(await ended).toBe(0);
    expect(person.shown).toContain("mine is ready (template embed)");
    expect(await bench.entries("mine")).toContain("package.json");
  });

  it("asks for no more than is missing", async () => {
    const person = new Person();
    const ended = create(person, [join(bench.folder, "mine")]);
    await person.answer("Which template?", "\r");
    expect(await ended).toBe(0);
    expect(person.shown).not.toContain("Project folder?");
    expect(person.shown).toContain("(template server)");
  });

  it("creates nothing after Ctrl-C", async () => {
    const person = new Person();
    const ended = create(person, [join(bench.folder, "mine")]);
    await person.answer("Which template?", "\u0003");
    expect(await ended).toBe(130);
    expect(person.shown).toContain("create-cadastre: nothing was created");
    expect(await bench.entries()).toEqual([]);
  });

  it.each(["", "0", "false"])("asks where CI is %j", async (ci) => {
    const person = new Person({ CI: ci });
    const ended = create(person, [join(bench.folder, "mine")]);
    await person.answer("Which template?", "\r");
    expect(await ended).toBe(0);
  });

  it("fails as it is when its output is closed, which is no fault of the arguments", async () => {
    const { terminal } = new Person();
    const closed = new Error("write EPIPE");
    const stdout = Object.assign(new PassThrough(), {
      write: () => {
        throw closed;
      },
    });
    await expect(runCreate(["--help"], { ...terminal, stdout }, pathToFileURL(`${bench.templates}/`))).rejects.toBe(closed);
  });

  it("does not wait for an answer in a CI", async () => {
    const person = new Person({ CI: "true" });
    expect(await create(person, [])).toBe(2);
    expect(person.shown).toContain("pass a folder and --template");
  });
});
