import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildTemplates } from "../../generate/build-templates.ts";

const CHILD = fileURLToPath(new URL("create-child.ts", import.meta.url));

/** A command that ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A folder of its own, with templates as they are published. */
export class Workbench {
  readonly templates: string;
  /** Empty, and there. */
  readonly folder: string;
  readonly #root: string;

  private constructor(root: string, folder: string) {
    this.#root = root;
    this.templates = join(root, "templates");
    this.folder = folder;
  }

  static async make(): Promise<Workbench> {
    const root = await mkdtemp(join(tmpdir(), "create-cadastre-"));
    await buildTemplates(join(root, "templates"));
    return new Workbench(root, await mkdtemp(join(root, "work-")));
  }

  /** Runs the real command in the folder, without a terminal. */
  async create(words: readonly string[], { cwd = this.folder, templates = this.templates } = {}): Promise<Ended> {
    const child = spawn(process.execPath, [CHILD, templates, ...words], { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    const [code] = (await once(child, "close")) as [number | null];
    return { code, out, err };
  }

  /** What is in the folder, or in one below it, at the first level. */
  async entries(below = "."): Promise<string[]> {
    return (await readdir(join(this.folder, below))).toSorted();
  }

  async remove(): Promise<void> {
    await rm(this.#root, { recursive: true, force: true });
  }
}
