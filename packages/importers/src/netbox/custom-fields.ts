import type { CustomField } from "../reading/own-fields.ts";
import type { NetboxClient } from "./netbox-client.ts";
import { CustomField as CustomFieldRecord } from "./netbox-records.ts";

/** Types of fields here, by NetBox's; all else is a text. Of a selection NetBox gives no choices here: they are in a list of their own. */
const TYPES: Readonly<Record<string, string>> = { integer: "number", decimal: "number", boolean: "boolean", date: "date", url: "url" };

/** The custom fields that NetBox has, by name. What of them cannot be read is known by its values alone. */
export async function customFieldsOf(client: NetboxClient): Promise<ReadonlyMap<string, CustomField>> {
  const fields = new Map<string, CustomField>();
  for (const { value } of await client.all("extras/custom-fields")) {
    const { data } = CustomFieldRecord.safeParse(value);
    if (data !== undefined) fields.set(data.name, { label: data.label, type: TYPES[data.type] ?? "text", choices: [] });
  }
  return fields;
}
