/** A dialog of a page, by its button; `select` is a checkbox that enables the button. */
export interface FurtherDialog {
  readonly button: string | RegExp;
  readonly select?: string | RegExp;
}

/** Dialogs beside those of the walk, by the names of pages. */
export const FURTHER: Readonly<Record<string, readonly FurtherDialog[]>> = {
  network: [
    { button: "Split, merge, resize …" },
    { button: "Assign next IP" },
    { button: "Add subnet" },
    { button: /^Edit pool/ },
    { button: /^History/ },
  ],
  networks: [{ button: "Edit", select: /^Select (?!all)/ }],
  devices: [{ button: "Edit", select: "Select core-switch" }],
  discovery: [{ button: /^Promote [\d.]+$/ }, { button: /^Link [\d.]+$/ }],
  users: [{ button: /^Roles/ }, { button: /^Password/ }],
};
