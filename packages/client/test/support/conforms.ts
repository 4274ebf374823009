import { manifest, type ManifestType } from "../../src/manifest.ts";

/** What of a value is not as its type in the manifest says; nothing when all is. */
export function strangeIn(value: unknown, type: ManifestType, nullable = false, path = "$"): string[] {
  if (value === null) return nullable || type.kind === "json" ? [] : [`${path} is null`];
  const wrong = [`${path} is no ${type.kind}: ${JSON.stringify(value)}`];
  switch (type.kind) {
    case "string":
      return typeof value === "string" ? [] : wrong;
    case "enum":
      return typeof value === "string" && type.values.includes(value) ? [] : wrong;
    case "integer":
      return Number.isInteger(value) ? [] : wrong;
    case "number":
      return typeof value === "number" ? [] : wrong;
    case "boolean":
      return typeof value === "boolean" ? [] : wrong;
    case "array":
      return Array.isArray(value)
        ? value.flatMap((item, index) => strangeIn(item, type.items, type.holdsNull, `${path}[${index}]`))
        : wrong;
    case "map":
      return typeof value === "object"
        ? Object.entries(value).flatMap(([key, inner]) => strangeIn(inner, type.values, type.holdsNull, `${path}.${key}`))
        : wrong;
    case "json":
      return type.oneOf === undefined || type.oneOf.some((option) => strangeIn(value, option).length === 0) ? [] : wrong;
    case "reference": {
      const record = manifest.records[type.name];
      return record === undefined ? [`the manifest has no record ${type.name}`] : strangeIn(value, record, nullable, path);
    }
    case "object": {
      if (typeof value !== "object") return wrong;
      const given = value as Record<string, unknown>;
      const unknown = Object.keys(given).filter((key) => !type.fields.some(({ name }) => name === key));
      return [
        ...unknown.map((key) => `${path}.${key} is not in the manifest`),
        ...type.fields.flatMap((field) => {
          if (!(field.name in given)) return field.required ? [`${path}.${field.name} is missing`] : [];
          return strangeIn(given[field.name], field.type, field.nullable, `${path}.${field.name}`);
        }),
      ];
    }
  }
}
