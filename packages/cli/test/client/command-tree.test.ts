import { manifest } from "@cadastre/client/manifest";
import type { Command } from "commander";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { COMMANDS, ELSEWHERE, nounAndVerbOf } from "../../src/client/commands/command-table.ts";
import { NOUNS } from "../../src/client/commands/nouns.ts";
import { run } from "../support/command.ts";
import { leavesOf, wholeProgram } from "../support/command-tree.ts";

const SECRETS = /password|secret|token|community|auth_key|priv_key/;

/** Nouns that do something without a verb. */
const ACTING = new Set(["agent"]);

/** Options that read a secret from somewhere, or say something about one. */
const HARMLESS = new Set(["--password-stdin", "--secret-overlap-seconds", "--secret-stdin", "--secrets-stdin", "--token-stdin"]);

let program: Command;
/** Every command that does something, by its words. */
let leaves: ReadonlyMap<string, Command>;

beforeAll(async () => {
  program = await wholeProgram();
  leaves = leavesOf(program);
});

/** Everything that has a help: the program, its nouns, and what is below them. */
function pages(): readonly (readonly [string, Command])[] {
  return [["", program], ...program.commands.map((command) => [command.name(), command] as const), ...leaves];
}

function helpOf(command: Command): string {
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  command.outputHelp();
  const text = written.mock.calls.map(([part]) => String(part)).join("");
  written.mockRestore();
  return text;
}

describe("the commands", () => {
  it("have every operation of the service", () => {
    const missing = manifest.operations.filter((operation) => {
      const place = nounAndVerbOf(operation);
      const words =
        ELSEWHERE[operation.id] ??
        (place === undefined
          ? ""
          : NOUNS.some(({ name, whole }) => name === place.noun && whole === true)
            ? place.noun
            : `${place.noun} ${place.verb}`);
      return !leaves.has(words) && !ACTING.has(words);
    });
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it("are not told of operations and fields that there are not", () => {
    const ids = new Set(manifest.operations.map(({ id }) => id));
    expect([...Object.keys(COMMANDS), ...Object.keys(ELSEWHERE)].filter((id) => !ids.has(id))).toEqual([]);
    for (const operation of manifest.operations) {
      const { args = [], flags = {}, hidden = [] } = COMMANDS[operation.id] ?? {};
      const names = operation.fields.map(({ name }) => name);
      for (const name of [...args.map(({ field }) => field), ...Object.keys(flags), ...hidden]) expect(names, operation.id).toContain(name);
    }
  });

  it("give every field a flag or an argument, but no secret one", () => {
    for (const operation of manifest.operations) {
      const place = nounAndVerbOf(operation);
      const command = leaves.get(
        NOUNS.some(({ name, whole }) => name === place?.noun && whole === true) ? (place?.noun ?? "") : `${place?.noun} ${place?.verb}`,
      );
      if (operation.id in ELSEWHERE || command === undefined) continue;
      const { args, hidden = [] } = COMMANDS[operation.id] ?? {};
      const longs = command.options.map(({ long = "" }) => long);
      const positional = args?.map(({ field }) => field) ?? operation.fields.filter((field) => field.in === "path").map(({ name }) => name);
      for (const { name, type } of operation.fields) {
        if (positional.includes(name) || hidden.includes(name) || type.kind === "map" || SECRETS.test(name)) continue;
        expect(
          longs.some((long) => [name, `${name}s`].some((known) => long === `--${known.replaceAll("_", "-")}`)) ||
            longs.includes(`--${name.replace(/^is_/, "").replaceAll("_", "-")}`) ||
            longs.some((long) => name.replaceAll("_", "-").startsWith(long.slice(2))),
          `${operation.id} ${name}`,
        ).toBe(true);
      }
    }
    const secret = [...leaves].flatMap(([words, command]) =>
      command.options.filter(({ long = "" }) => SECRETS.test(long) && !HARMLESS.has(long)).map(({ long }) => `${words} ${long}`),
    );
    expect(secret).toEqual([]);
  });

  it("have flags that mean one thing each", () => {
    for (const [words, command] of leaves) {
      const longs = command.options.flatMap(({ long, short }) => [long, short]).filter((name) => name !== undefined);
      expect(
        longs.filter((name, index) => longs.indexOf(name) !== index),
        words,
      ).toEqual([]);
    }
  });

  it("explain themselves on 80 columns", () => {
    for (const [words, command] of pages()) {
      const lines = helpOf(command).split("\n");
      expect(lines[0], words).toMatch(new RegExp(`^Usage: cadastre ${words.replaceAll(" ", "( |\\|\\S+ )")}`));
      expect(
        lines.filter((line) => [...line].length > 80 || line !== line.trimEnd()),
        words,
      ).toEqual([]);
      // No column so narrow that a description is a tower of words.
      const described = lines.filter((line) => /^ {2}\S.*? {2,}\S/.test(line));
      expect(
        described.filter((line) => (/^ {2}\S.*? {2,}/.exec(line)?.[0].length ?? 0) > 48),
        words,
      ).toEqual([]);
    }
  });

  it("say what each of them, each argument and each option is", () => {
    for (const [words, command] of pages()) {
      expect(command.description(), words).not.toBe("");
      const help = command.createHelp();
      expect(
        help
          .visibleOptions(command)
          .filter(({ description }) => description === "")
          .map(({ flags }) => flags),
        words,
      ).toEqual([]);
      expect(
        command.registeredArguments.filter(({ description }) => description === "").map((argument) => argument.name()),
        words,
      ).toEqual([]);
    }
  });

  it.each([[[]], [["device"]], [["device", "create"]], [["serve"]], [["import"]], [["backup", "restore"]]])(
    "print that with --help: cadastre %j",
    async (words: readonly string[]) => {
      const command =
        words.length === 0 ? program : (leaves.get(words.join(" ")) ?? program.commands.find((known) => known.name() === words[0]));
      expect(await run([...words, "--help"])).toEqual({ code: 0, out: helpOf(command as Command), err: "" });
    },
  );

  it("say which formats take an option of an import", () => {
    const help = helpOf(leaves.get("import") as Command).replaceAll(/\s+/g, " ");
    expect(help).toContain("--app <value> id of the API app (phpipam)");
    expect(help).toMatch(/--type <value> record type [^()]+ \(csv, json(?:, \w+)*\) --delimiter/);
  });

  it("have an example for each noun, which is a command that there is", () => {
    for (const { name, examples } of NOUNS) {
      const noun = program.commands.find((command) => command.name() === name) as Command;
      expect(helpOf(noun)).toContain(examples[0]?.split("\n")[0]);
      for (const example of examples) {
        const [, ...words] = (example.split(/ \| | </)[0] ?? "").replaceAll("\\\n", "").split(/ +/);
        const command =
          leaves.get(words.slice(0, 2).join(" ")) ?? leaves.get(words[0] ?? "") ?? (ACTING.has(words[0] ?? "") ? noun : undefined);
        expect(command, example).toBeDefined();
        for (const flag of words.filter((word) => word.startsWith("--")))
          expect(
            command?.options.map(({ long }) => long),
            example,
          ).toContain(flag);
      }
    }
  });

  it("stand in groups in the help", () => {
    const help = helpOf(program);
    const headings = ["Server:", "Inventory:", "Discovery:", "Events and history:", "Access:", "Maintenance:"].map((heading) =>
      help.indexOf(`\n${heading}\n`),
    );
    expect(headings.every((at, index) => at > (headings[index - 1] ?? 0))).toBe(true);
    expect(help).not.toContain("\nCommands:");
    expect(help).toContain("Exit codes:");
  });
});
