/**
 * What somebody edits in the core to give devices a text field: old and new text, by file of `src`. Forms and importers are not the core.
 */
export const ADDED_FIELD: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  "devices/device.ts": [
    [
      `  location: optionalText(255, "Where it is, for example a rack position"),\n`,
      `  location: optionalText(255, "Where it is, for example a rack position"),\n  serial_number: optionalText(255, "Serial number"),\n`,
    ],
  ],
  "devices/device.entity.ts": [
    [`  location: { type: "text" },\n`, `  location: { type: "text" },\n  serial_number: { type: "text" },\n`],
    [
      `export const DEVICE_DOCUMENT_STEPS: readonly DocumentStep[] = [addedFields({ fields: {} })];`,
      `export const DEVICE_DOCUMENT_STEPS: readonly DocumentStep[] = [addedFields({ fields: {} }), addedFields({ serial_number: "" })];`,
    ],
  ],
  "storage/core-migrations.ts": [
    [
      `];\n\n/** {@link MIGRATIONS} in`,
      `  {
    name: "core/9999-serial-numbers",
    statements: [
      "alter table device add column serial_number {text} not null default ''",
      ...newDocumentVersion("device", 3),
    ],
  },
];\n\n/** {@link MIGRATIONS} in`,
    ],
  ],
};
