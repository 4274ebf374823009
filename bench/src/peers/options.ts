import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { choose } from "../run/choose.ts";
import { ENGINES } from "../run/engines.ts";
import { PeerError } from "./peer-error.ts";

export const HELP = `pnpm bench:peers [--rackd PATH] [--go-ipam PATH] [--quick] [--markdown]
  [--storage ${Object.keys(ENGINES).join("|")}]...
  Runs the same work with us and with others in turns, and prints how many times as long as they we take.
  PATH is a folder with the sources of a peer, which go builds into a temporary folder: github.com/martinsuchenak/rackd (its page
  in internal/ui/assets) and github.com/metal-stack/go-ipam. One that is not given is left out. Nothing of theirs is here.`;

/** What a run is asked for. */
export interface PeerOptions {
  /** Folder of the sources of each peer that is given. */
  readonly rackd: string | undefined;
  readonly goIpam: string | undefined;
  readonly quick: boolean;
  readonly markdown: boolean;
  readonly help: boolean;
  /** What starts the databases that ours is measured with. */
  readonly engines: readonly (typeof ENGINES)[keyof typeof ENGINES][];
}

function sourceOf(option: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const folder = resolve(path);
  if (!existsSync(join(folder, "go.mod")))
    throw new PeerError(`${option}: there is no go.mod in ${folder}; give the folder of its sources`);
  return folder;
}

/** @throws PeerError for what cannot be run */
export function readOptions(args: readonly string[]): PeerOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rackd: { type: "string" },
      "go-ipam": { type: "string" },
      quick: { type: "boolean", default: false },
      markdown: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
      storage: { type: "string", multiple: true, default: Object.keys(ENGINES) },
    },
  });
  const { quick, markdown, help } = values;
  const rackd = sourceOf("--rackd", values.rackd);
  const goIpam = sourceOf("--go-ipam", values["go-ipam"]);
  if (!help && rackd === undefined && goIpam === undefined) throw new PeerError(`no peer is given\n${HELP}`);
  return { rackd, goIpam, quick, markdown, help, engines: choose(ENGINES, values.storage) };
}
