import { Keyboard, Moon, Plus, Radar, Upload } from "@lucide/vue";
import type { FunctionalComponent } from "vue";
import type { RouteLocationRaw } from "vue-router";
import { can, mayScan, offers } from "../api/session.ts";
import { NEW } from "../parts/open-form.ts";
import { type Theme, theme } from "./theme.ts";

/** Something that the search can do. */
export interface Command {
  readonly text: string;
  readonly icon: FunctionalComponent;
  /** The page on which it is done. */
  readonly to?: RouteLocationRaw;
  readonly run?: () => void;
}

const CREATIONS = [
  ["device", "/devices", "device:create"],
  ["network", "/networks", "network:create"],
  ["datacenter", "/datacenters", "datacenter:create"],
  ["space", "/spaces", "space:create"],
  ["webhook", "/webhooks", "webhook:create"],
  ["user", "/users", "user:create"],
] as const;
const THEMES: readonly Theme[] = ["light", "dark", "system"];

/** The commands that the user may give. */
export function commands(showShortcuts: () => void): readonly Command[] {
  return [
    ...CREATIONS.flatMap(([what, path, permission]): Command[] =>
      can(permission) && (what !== "webhook" || offers("webhooks")) ? [{ text: `New ${what}`, icon: Plus, to: { path, query: NEW } }] : [],
    ),
    ...(can("import:apply") ? [{ text: "Import devices", icon: Upload, to: "/devices/import" }] : []),
    ...(mayScan() ? [{ text: "Scan a network", icon: Radar, to: "/discovery" }] : []),
    ...THEMES.map((name) => ({ text: `Theme: ${name}`, icon: Moon, run: () => void (theme.value = name) })),
    { text: "Keyboard shortcuts", icon: Keyboard, run: showShortcuts },
  ];
}
