import type { StylesheetJson } from "cytoscape";
import { lineLook, TYPE_NAMES } from "./relationship-types.ts";

/** Colours of the page as they are now; a drawing cannot read variables by itself. */
const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/**
 * How a graph looks in the theme that is on. Nothing is told by colour alone: states have borders, types have lines and arrows of their
 * own.
 */
export function graphLook(): StylesheetJson {
  return [
    {
      selector: "node",
      style: {
        label: "data(name)",
        "font-family": "system-ui, sans-serif",
        "font-size": 16,
        "min-zoomed-font-size": 5,
        color: colour("ink"),
        "text-valign": "bottom",
        "text-margin-y": 4,
        "text-wrap": "ellipsis",
        "text-max-width": "180px",
        "text-background-color": colour("surface"),
        "text-background-opacity": 0.85,
        "text-background-padding": "1px",
        width: 24,
        height: 24,
        "background-color": colour("cell-used"),
        "border-width": 1,
        "border-color": colour("edge"),
      },
    },
    { selector: "node[status = 'planned']", style: { "background-color": colour("surface"), "border-width": 2, "border-style": "dashed" } },
    {
      selector: "node[status = 'maintenance']",
      style: { "background-color": colour("cell-reserved"), shape: "diamond", width: 30, height: 30 },
    },
    {
      selector: "node[status = 'decommissioned']",
      style: { "background-color": colour("raised"), "border-width": 2, "border-style": "dotted" },
    },
    {
      selector: "node[?stub]",
      style: { width: 12, height: 12, shape: "rectangle", "background-color": colour("ground"), color: colour("muted"), "font-size": 13 },
    },
    {
      selector: "node[?centre]",
      style: { width: 36, height: 36, "font-weight": "bold", "border-width": 4, "border-color": colour("accent") },
    },
    { selector: "node:selected", style: { "border-width": 4, "border-style": "solid", "border-color": colour("accent") } },
    {
      selector: "edge",
      style: {
        "line-color": colour("edge"),
        "curve-style": "bezier",
        "target-arrow-color": colour("edge"),
        "arrow-scale": 0.9,
      },
    },
    ...TYPE_NAMES.map((type) => {
      const { width, dashed, arrow } = lineLook(type);
      return {
        selector: `edge[type = '${type}']`,
        style: { width, "line-style": dashed ? ("dashed" as const) : ("solid" as const), "target-arrow-shape": arrow },
      };
    }),
  ];
}

/** The ground of a picture that is kept. */
export const graphGround = (): string => colour("surface");
