import { Console } from "node:console";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import type { CommandRequest, Ended } from "./shared-command.ts";

interface Program {
  readonly runProgram: (words: readonly string[], environment: Readonly<Record<string, string | undefined>>) => Promise<number>;
}

/** The streams of a process that writes to pipes. */
class Pipe extends Writable {
  text = "";

  override _write(chunk: Buffer | string, _: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

const replace = (name: "stderr" | "stdin" | "stdout", value: Readable | Writable): unknown =>
  Object.defineProperty(process, name, { value, configurable: true });

const [, , main = ""] = process.argv;
const { runProgram } = (await import(pathToFileURL(join(dirname(main), "program.mjs")).href)) as Program;

async function run({ words, environment, input, cwd }: CommandRequest): Promise<Ended> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  process.chdir(cwd);
  process.exitCode = undefined;
  const [out, err] = [new Pipe(), new Pipe()];
  replace("stdin", Readable.from(input === "" ? [] : [Buffer.from(input)]));
  replace("stdout", out);
  replace("stderr", err);
  // That of the process knows the streams that it began with.
  globalThis.console = new Console(out, err);
  const returned = await runProgram(words, process.env);
  return { code: Number(process.exitCode ?? returned), out: out.text, err: err.text };
}

process.on("message", (request: CommandRequest) => {
  void run(request).then((ended) => process.send?.(ended));
});
process.on("disconnect", () => process.exit());
