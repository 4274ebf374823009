import type { Host } from "@cadastre/inventory-core";
import type { SettingDescription } from "@cadastre/cli";
import { z } from "zod";

type Row = readonly string[];

/** Every operation with its route, what it needs and how it fails, a section for each resource. */
export function operationsPage({ operations }: Pick<Host, "operations">): string {
  const byResource = Map.groupBy(operations, ({ id }) => id.split(".")[0] ?? id);
  const sections = [...byResource].map(([resource, group]) =>
    section(
      resource,
      table(
        ["Operation", "HTTP", "What it does", "Needs", "Fails with"],
        group.map(({ id, http, summary, description, access, alsoNeeds = [], self, errors = [] }) => [
          code(id),
          `${code(`${http.method} ${http.path}`)} → ${http.status}`,
          [summary, description].filter(Boolean).join(". "),
          [access, ...alsoNeeds].map(code).join(", ") + (self === undefined ? "" : ", or oneself"),
          errors.map(code).join(", "),
        ]),
      ),
    ),
  );
  return page(
    "Operations",
    "Each is a route, and those of the engine are methods of the library too (`inventory.devices.create`). Bodies and answers are in " +
      "[openapi.json](openapi.json). `public` needs no credentials, `authenticated` needs any.",
    ...sections,
  );
}

/** Every error code with its kind. */
export function errorsPage({ errors }: Pick<Host, "errors">): string {
  const rows = Object.entries(errors).toSorted(byFirst);
  return page(
    "Errors",
    "Codes are stable. The kind decides how an edge reports the error, over HTTP the status.",
    table(
      ["Code", "Kind", "When"],
      rows.map(([name, { kind, when }]) => [code(name), kind, when]),
    ),
  );
}

/** The built-in roles that do not hold all. */
const COLUMNS = ["operator", "viewer", "proposer"] as const;

/** Every permission with the built-in roles that hold it. */
export function permissionsPage({ permissions }: Pick<Host, "permissions">): string {
  return page(
    "Permissions",
    "The built-in role `admin` holds all of them.",
    table(
      ["Permission", ...COLUMNS],
      permissions.map(({ name, roles }) => [code(name), ...COLUMNS.map((role) => (roles.includes(role) ? "yes" : ""))]),
    ),
  );
}

/** Every event with the fields of its data. */
export function eventsPage({ events }: Pick<Host, "events">): string {
  return page(
    "Events",
    "An event is written in the transaction of its change and reaches listeners after the commit. `GET /api/events` and `GET " +
      "/api/events/stream` show it to callers with `event:read` who may read its record.",
    ...events.map(({ name, description, data, access }) =>
      section(
        code(name),
        `${description}. Reading it takes ${code(access)}.\n\n${fields(z.toJSONSchema(data, { unrepresentable: "any" }))}`,
      ),
    ),
  );
}

/** Every setting of the server. @param configFile code of one that runs */
export function settingsPage(settings: readonly SettingDescription[], configFile: string): string {
  return page(
    "Settings of the server",
    "A setting is read from the environment, else from the config file, else it has its default. The config file is the one of " +
      "`--config` or `CADASTRE_CONFIG`, or else `cadastre.config.ts`, `.mts`, `.js`, `.mjs` or `.json` in the working directory. " +
      "`cadastre config` prints what is in force and where it is from.",
    section(
      "In the environment",
      "```sh\nLISTEN_ADDR=:8080 TRUSTED_PROXIES=10.0.0.1,10.0.0.2 cadastre serve\n```\n\nAn empty variable counts as not set.",
    ),
    section(
      "In a config file",
      [
        `<!-- #region settings of examples/custom-scanner/cadastre.config.ts -->\n\`\`\`ts\n${configFile}\`\`\`\n<!-- #endregion -->`,
        "Settings stand under the names below, as texts, numbers, booleans or lists. Beside them:",
        table(
          ["Key", "What it is"],
          [
            [
              "`plugins`",
              "plugins beside the standard ones: the name of a package, a path from the config file, `{ use, export, options }`, or " +
                "in a script the plugin itself",
            ],
            ["`storage`", "what the data is in, in the same forms; `DATABASE_URL` in the environment goes before it"],
            [
              "`without`",
              "standard plugins that do not run: `auth`, `oauth`, `webhooks`, `lease-sources`, `discovery-scanner`, `discovery-agent`, " +
                "`discovery-snmp`, `mcp`. They get no tables, and keep those that they have. One of the same id among `plugins` stands in",
            ],
          ],
        ),
        "An unknown key is an error. A script is loaded by Node, which takes TypeScript's types away; it cannot `await` at its top level.",
      ].join("\n\n"),
    ),
    section(
      "Settings",
      `Of a secret, \`<NAME>_FILE\` may name a file that has it, in the environment and in the config file.\n\n${table(
        ["Setting", "Unless set", "Secret", "What it is"],
        settings.map(({ name, description, fallback, secret }) => [
          code(name),
          fallback ? code(fallback) : "",
          secret === true ? "yes" : "",
          description,
        ]),
      )}`,
    ),
  );
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** A table of the fields of an object schema; those of objects inside follow with a dotted name. */
export function fields(json: unknown): string {
  const root = json as Schema;
  const rows = (schema: Schema, prefix: string): Row[] =>
    Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
      const described = { ...target(field, root), ...field };
      const fallback =
        described.default === undefined || typeof described.default === "object" ? "" : code(JSON.stringify(described.default));
      return [
        [code(prefix + name), typeOf(described, root), fallback, described.description ?? ""],
        ...rows(described, `${prefix}${name}.`),
      ];
    });
  const all = rows({ ...target(root, root), ...root }, "");
  if (all.length === 0) return "No fields.";
  const head = ["Field", "Type", "Unless given", "What it is"];
  const used = head.map((_, column) => column !== 2 || all.some((row) => row[column] !== ""));
  const shown = (row: Row): Row => row.filter((_, column) => used[column]);
  return table(shown(head), all.map(shown));
}

function target(schema: Schema, root: Schema): Schema {
  return schema.$ref === undefined ? {} : (root.$defs?.[schema.$ref.split("/").at(-1) ?? ""] ?? {});
}

function typeOf(schema: Schema, root: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => code(JSON.stringify(value))).join(" or ");
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map((option) => typeOf(option, root)))].join(" or ");
  if (schema.items !== undefined) return `list of ${typeOf({ ...target(schema.items, root), ...schema.items }, root)}`;
  return [schema.type ?? target(schema, root).type ?? "any"].flat().join(" or ");
}

/** A generated page. */
export function page(title: string, introduction: string, ...parts: readonly string[]): string {
  const warning = "<!-- Generated by `npx --yes pnpm@12 docs:reference`. Change the code, not this page. -->";
  return `${[`# ${title}`, warning, introduction, ...parts].join("\n\n")}\n`;
}

export function section(title: string, text: string): string {
  return `## ${title}\n\n${text}`;
}

/** A table in Markdown; cells may have bars and line ends. */
export function table(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row): string => `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

export function code(text: string): string {
  return `\`${text}\``;
}

function byFirst([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
