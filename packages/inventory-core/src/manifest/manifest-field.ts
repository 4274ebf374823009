import { z } from "zod";

/** A number of characters or items. */
const size = (description: string) => z.int().min(0).optional().meta({ description });

/** Says which of the types it is. */
const kindOf = <const Kind extends string>(kind: Kind) => z.literal(kind).meta({ description: "Kind of the type" });

/** What is said of a type that has a name. */
const named = { description: z.string().optional().meta({ description: "Of a type with a name: what it is" }) };

const holdsNull = z.boolean().optional().meta({ description: "null may be among its values" });

const PlainType = z.union([
  z
    .object({
      kind: kindOf("string"),
      format: z.string().optional().meta({ description: "Format of JSON Schema, such as `uuid` or `date-time`" }),
      minLength: size("Fewest characters"),
      maxLength: size("Most characters"),
      ...named,
    })
    .meta({ id: "ManifestStringType", description: "A text" }),
  z
    .object({
      kind: kindOf("enum"),
      values: z.array(z.string()).meta({ description: "The texts" }),
      emptyAllowed: z
        .boolean()
        .optional()
        .meta({ description: "The empty text is one of them too, for none or the default, though it is not among `values`" }),
      numbers: z.boolean().optional().meta({ description: "The values are numbers, and are sent as such" }),
      ...named,
    })
    .meta({ id: "ManifestEnumType", description: "One of several texts" }),
  z
    .object({
      kind: z.enum(["integer", "number"]).meta({ description: "integer for whole numbers only" }),
      minimum: z.number().optional().meta({ description: "Least value" }),
      maximum: z.number().optional().meta({ description: "Greatest value" }),
    })
    .meta({ id: "ManifestNumberType", description: "A number" }),
  z.object({ kind: kindOf("boolean") }).meta({ id: "ManifestBooleanType", description: "true or false" }),
  z
    .object({ kind: kindOf("reference"), name: z.string().meta({ description: "Name in `records` of the manifest" }) })
    .meta({ id: "ManifestReferenceType", description: "What a type with a name says" }),
]);

/** What a value is: of a field, of an answer, of an item of a list, or of what is inside these. */
export type ManifestType =
  | z.infer<typeof PlainType>
  | {
      kind: "array";
      items: ManifestType;
      minItems?: number | undefined;
      maxItems?: number | undefined;
      holdsNull?: boolean | undefined;
      single?: boolean | undefined;
    }
  | { kind: "object"; fields: ManifestField[]; description?: string | undefined }
  | { kind: "map"; values: ManifestType; holdsNull?: boolean | undefined }
  | { kind: "json"; oneOf?: ManifestType[] | undefined; description?: string | undefined };

/** A field that an operation takes or answers. */
export interface ManifestField {
  /** Its name on the wire: `start_ip`. */
  name: string;
  /** Where it goes; absent in what is nested and in what is answered. */
  in?: "path" | "query" | "body" | undefined;
  /** What its value is. */
  type: ManifestType;
  /** Whether it has to be given; of what is answered, whether it is always there. */
  required: boolean;
  /** null is a value of it too: none, or unset. */
  nullable?: boolean | undefined;
  /** What the service takes when it is not given. */
  default?: unknown;
  /** What it is, in words. */
  description?: string | undefined;
  /** Values that it may have. */
  examples?: unknown[] | undefined;
  /** It is the id of a record of this kind (`network`), or a list of such ids. */
  refersTo?: string | undefined;
}

// They are inside each other, so that TypeScript cannot read their types off the schemas as it does elsewhere: it compares them.
// Each has a name: generators of clients leave out a union that contains itself without one.
export const ManifestType: z.ZodType<ManifestType> = z
  .union([
    ...PlainType.options,
    z
      .object({
        kind: kindOf("array"),
        get items() {
          return ManifestType;
        },
        minItems: size("Fewest items"),
        maxItems: size("Most items"),
        holdsNull,
        single: z.boolean().optional().meta({ description: "One value is taken for a list of it" }),
      })
      .meta({ id: "ManifestArrayType", description: "A list of values" }),
    z
      .object({
        kind: kindOf("object"),
        get fields() {
          return z.array(ManifestField);
        },
        ...named,
      })
      .meta({ id: "ManifestObjectType", description: "Fields with values of their own types" }),
    z
      .object({
        kind: kindOf("map"),
        get values() {
          return ManifestType;
        },
        holdsNull,
      })
      .meta({ id: "ManifestMapType", description: "Values by free names, such as the headers of a webhook" }),
    z
      .object({
        kind: kindOf("json"),
        get oneOf() {
          return z.array(ManifestType).optional();
        },
        ...named,
      })
      .meta({ id: "ManifestJsonType", description: "One of several shapes, or any; given as JSON" }),
  ])
  .meta({ id: "ManifestType", description: "What a value is" });

export const ManifestField: z.ZodType<ManifestField> = z
  .object({
    name: z.string().meta({ description: "Its name on the wire: `start_ip`" }),
    in: z
      .enum(["path", "query", "body"])
      .optional()
      .meta({ description: "Where it goes; absent in what is nested and in what is answered" }),
    type: ManifestType,
    required: z.boolean().meta({ description: "Whether it has to be given; of what is answered, whether it is always there" }),
    nullable: z.boolean().optional().meta({ description: "null is a value of it too: none, or unset" }),
    default: z.unknown().optional().meta({ description: "What the service takes when it is not given" }),
    description: z.string().optional().meta({ description: "What it is, in words" }),
    examples: z.array(z.unknown()).optional().meta({ description: "Values that it may have" }),
    refersTo: z.string().optional().meta({ description: "It is the id of a record of this kind (`network`), or a list of such ids" }),
  })
  .meta({ id: "ManifestField", description: "A field that an operation takes or answers" });
