import { coreErrors } from "../contract/errors/core-errors.ts";
import type { ErrorDefinition } from "../contract/errors/error.ts";
import { deviceErrors } from "../devices/device.errors.ts";
import { eventErrors } from "../events/event.errors.ts";
import { importErrors } from "../import/import.errors.ts";
import { networkErrors } from "../networks/network.errors.ts";
import { poolErrors } from "../pools/pool.errors.ts";
import { secretErrors } from "../secrets/secret-errors.ts";
import { storageErrors } from "../storage/storage-errors.ts";
import { planErrors } from "../contract/errors/plan-errors.ts";
import { callErrors } from "../contract/errors/call-errors.ts";
import { undoErrors } from "../undo/undo.errors.ts";
import { vlanErrors } from "../vlans/vlan.errors.ts";
import { pluginErrors } from "./plugins/plugin-errors.ts";

/** Every catalogue of errors of the core: what they declare is in the reference, and in `ErrorDetails`. */
export const errorCatalogues = [
  coreErrors,
  networkErrors,
  poolErrors,
  deviceErrors,
  eventErrors,
  pluginErrors,
  callErrors,
  storageErrors,
  secretErrors,
  importErrors,
  planErrors,
  undoErrors,
  vlanErrors,
] as const;

/** Kinds and meanings of the core's errors by code. */
export const errorDefinitions: Readonly<Record<string, Pick<ErrorDefinition, "kind" | "when">>> = Object.fromEntries(
  errorCatalogues.flatMap(({ definitions }) => Object.entries(definitions)),
);
