import { CadastreError } from "@cadastre/client";
import { kindsOf } from "@cadastre/importers";
import type { ImportKind } from "@cadastre/inventory-core/exchange";
import { CommandFailure } from "../../exit-codes.ts";
import { kebab } from "../commands/command-table.ts";
import { type TargetOptions, targetOf } from "../connection/target.ts";
import { explain } from "../explain-failure.ts";
import { manifestOf } from "../plugins/plugin-commands.ts";
import { tellManifest } from "../plugins/told-manifest.ts";
import type { Terminal } from "../terminal.ts";

/** A declared kind of a server, with the names that a command has for it. */
export interface DeclaredKind {
  readonly kind: ImportKind;
  /** As people call its records: `vlan-groups`. */
  readonly plural: string;
  /** The operation that lists its records: `vlanGroups.list`. */
  readonly list: string;
  /** `vlan-group:list` */
  readonly permission: string;
}

/**
 * Asks the server, or the config file for a database, for its declared kinds. Clients that are made afterwards can call their operations.
 * @returns each after those that it refers to; none of a server that is older than its manifest
 * @throws CommandFailure
 */
export async function declaredKinds(options: TargetOptions, terminal: Terminal): Promise<readonly DeclaredKind[]> {
  const target = targetOf(options, terminal);
  try {
    const manifest = await manifestOf(target, undefined, terminal);
    tellManifest(manifest);
    const groups = new Map((manifest.kinds ?? []).map(({ name, group }) => [name, group]));
    return kindsOf(manifest).map((kind) => {
      const group = groups.get(kind.name) ?? kind.name;
      return { kind, plural: kebab(group), list: `${group}.list`, permission: `${kind.name.replaceAll("_", "-")}:list` };
    });
  } catch (error) {
    if (!(error instanceof CadastreError)) throw error;
    if (error.kind === "not-found") return [];
    const { lines, exitCode } = explain(error, target);
    throw new CommandFailure(lines.filter((line) => line !== "").join("\n"), exitCode, { cause: error });
  }
}
