import type { ImportKind } from "@cadastre/inventory-core/exchange";
import { z } from "zod";

/** A declared kind as the manifest of a server has it (`kinds`). */
export interface ManifestKind {
  readonly name: string;
  readonly fields: readonly ManifestKindField[];
}

interface ManifestKindField {
  readonly name: string;
  readonly kind: string;
  /** Whether the values of a choice are numbers. */
  readonly numeric?: boolean | undefined;
  readonly to?: string | undefined;
}

/**
 * The declared kinds of a server, for `readImport` and `writeExport` of a program that has the manifest and not the declarations.
 * @param manifest of the server: `client.manifest.get()`; one without `kinds` has none
 * @returns the kinds, each after those that it refers to
 *
 * @example
 * const kinds = kindsOf(await client.manifest.get());
 * await client.import.plan(readImport({ format: "csv", source, options: { type: "circuit" }, kinds }));
 */
export const kindsOf = ({ kinds = [] }: { readonly kinds?: readonly ManifestKind[] | undefined }): readonly ImportKind[] =>
  kinds.map(({ name, fields }) => {
    const own = Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)]));
    return {
      name,
      fields: fields.map(({ name: field, kind, to }) => ({ name: field, facts: { kind, ...(to !== undefined && { to }) } })),
      schemas: {
        create: z.object({ ...own, fields: TEXTS }),
        record: z.object({ id: z.string(), ...own, fields: TEXTS, created_at: z.string(), updated_at: z.string() }),
      },
    };
  });

const TEXTS = z.record(z.string(), z.unknown());

/** What a value is, as far as formats have to know it: the service checks the rest. */
function schemaOf({ kind, numeric = false }: ManifestKindField): z.ZodType {
  switch (kind) {
    case "integer":
      return z.int();
    case "number":
      return z.number();
    case "boolean":
      return z.boolean();
    case "choice":
      return numeric ? z.number() : z.string();
    case "tags":
    case "texts":
    case "references":
      return z.array(z.string());
    case "map":
      return TEXTS;
    default:
      return z.string();
  }
}
