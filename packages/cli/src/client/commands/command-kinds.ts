import type { ManifestOperation } from "@cadastre/client/manifest";
import { type Command, Option } from "commander";
import type { Values } from "../input/record-file.ts";
import type { CommandSpec, CommandKind } from "./command-table.ts";
import type { Session } from "./run-operation.ts";

/** A command that does more than call and write. */
export interface CommandKindSpec {
  addOptions?(command: Command): void;
  /** Fields that `complete` may find. */
  readonly finds?: readonly string[];
  /** Values that follow from options of its own, before it is told what is missing. @throws CommandFailure, CadastreError */
  complete?(operation: ManifestOperation, values: Values, session: Session, options: Readonly<Record<string, unknown>>): Promise<Values>;
  /** Its work, where it is another than to call the operation and write the answer. */
  readonly run?: (
    operation: ManifestOperation,
    spec: CommandSpec,
    values: Values,
    session: Session,
    options: Readonly<Record<string, unknown>>,
  ) => Promise<void>;
}

/** Loaded when they run, but for their options. */
const COMMAND_KINDS: Readonly<Record<CommandKind, CommandKindSpec>> = {
  allocate: {
    addOptions: (command) =>
      void command
        .option("--network <name>", "network with one pool; with --pool: the network of the pool")
        .addOption(new Option("--vlan <number>", "VLAN of the network").argParser(Number))
        .option("--datacenter <name>", "with --vlan or --network: the datacenter of the network"),
    finds: ["id"],
    complete: async (_, values, session, options) => await (await import("./allocate-from.ts")).poolOf(values, session, options),
  },
  "allocate-networks": {
    finds: ["name"],
    // What is asked for again and again under a key may be called by it.
    complete: (_, { name, key }) => Promise.resolve(name === undefined && key !== undefined ? { name: key } : {}),
  },
  "apply-plan": {
    addOptions: (command) => void command.option("-y, --yes", "do not ask for confirmation"),
    run: async (operation, spec, values, session) => await (await import("./apply-plan.ts")).applyPlan(operation, spec, values, session),
  },
  heatmap: {
    run: async (operation, spec, values, session) => await (await import("./draw-heatmap.ts")).runHeatmap(operation, spec, values, session),
  },
  scan: {
    addOptions: (command) =>
      void command
        .option("-w, --watch", "wait for the end and show progress")
        .option("--cancel-on-interrupt", "with --watch: cancel the scan on Ctrl-C"),
    run: async (operation, spec, values, session, options) =>
      await (await import("./watching/watch-scan.ts")).runScan(operation, spec, values, session, options),
  },
  watch: {
    addOptions: (command) => void command.option("--cancel-on-interrupt", "cancel the scan on Ctrl-C"),
    run: async (operation, spec, values, session, options) =>
      await (await import("./watching/watch-scan.ts")).runWatch(operation, spec, values, session, options),
  },
  tail: {
    run: async (operation, _, values, session) => await (await import("./watching/tail-events.ts")).runTail(operation, values, session),
  },
};

export const commandKindOf = (kind: CommandKind | undefined): CommandKindSpec | undefined =>
  kind === undefined ? undefined : COMMAND_KINDS[kind];
