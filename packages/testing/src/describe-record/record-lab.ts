import assert from "node:assert/strict";
import type { Inventory, Plugin } from "@cadastre/inventory-core";
import type { RecordKind, RecordMethods } from "@cadastre/inventory-core/records";
import type { FakeNetwork } from "../fake-network.ts";
import type { SuiteRole } from "./roles-plugin.ts";

/** Values of fields, by name. */
export type RecordValues = Readonly<Record<string, unknown>>;

/** A record of the kind under test. */
export type SuiteRecord = RecordValues & { readonly id: string; readonly created_at: string; readonly updated_at: string };

/** What the suite gives to the host that it tests. */
export interface RecordHostParts {
  /** Plugins that the host needs beside that of the kind: they authenticate the callers of the suite. */
  readonly plugins: readonly Plugin[];
  /** The network of the webhooks: `webhooksPlugin({ network })`. */
  readonly network: FakeNetwork;
}

/** Files of exports and imports, as the host's programs write and read them. */
export interface RecordFiles {
  /** The records of the kind, or everything as JSON. */
  readonly write: (inventory: Inventory, format: "csv" | "json") => Promise<string>;
  /** Rows of such a file. */
  readonly read: (text: string, format: "csv" | "json") => Parameters<Inventory["import"]["plan"]>[0];
}

/** What a suite needs of a kind: an inventory that has it, and the doors that lead to it. Cases of absent doors do not run. */
export interface RecordUnderTest {
  /** An inventory with the kind, over an empty database. */
  readonly inventory: Inventory;
  /** Answers requests of the HTTP API, MCP among them: `createHandler(inventory.host).fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Runs the command `cadastre` with some arguments against the host, as an administrator. Resolves to its output. */
  readonly command?: (args: readonly string[]) => Promise<string>;
  /** Files of exports and imports. */
  readonly files?: RecordFiles;
  /** Copies the database to a database of another kind, and opens the copy. The suite closes it. */
  readonly copy?: () => Promise<Inventory>;
  /** Creates a backup of the database, restores it elsewhere, and opens the result. The suite closes it. */
  readonly restore?: () => Promise<Inventory>;
  /** Ends what was started beside the inventory, which is closed by then. */
  readonly dispose?: () => Promise<void> | void;
}

/** What a kind or its host must have for a case to run. */
export type RecordNeed =
  | "fetch"
  | "command"
  | "files"
  | "copy"
  | "restore"
  | "MCP"
  | "webhooks"
  | "a unique key or claims"
  | "searched fields"
  | "references";

/** One behaviour of a declared kind. It throws when a door is missing or wrong. */
export interface RecordCase {
  readonly group: string;
  readonly name: string;
  /** Runs only where the kind or its host has it. */
  readonly needs?: RecordNeed;
  readonly run: (lab: RecordLab) => Promise<void>;
}

/** An answer of the HTTP API. */
export interface SuiteAnswer<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

interface AnyTypes {
  readonly group: string;
  readonly record: SuiteRecord;
  readonly create: RecordValues;
  readonly update: RecordValues;
}

/** Where events of the suite's webhook arrive. */
export interface Receiver {
  readonly url: string;
  /** The next events that arrive. */
  readonly next: () => Promise<{ readonly event: string; readonly body: unknown }>;
}

/** The JSON text of an answer; of a stream of MCP, the data of its last message. */
const jsonIn = (text: string): string =>
  text.startsWith("event:") ? (/^data: (.*)$/m.exec(text.slice(text.lastIndexOf("event:")))?.[1] ?? "") : text;

/** A kind under test, in a host of its own, and the records that it is tried with. */
export class RecordLab {
  readonly kind: RecordKind;
  readonly subject: RecordUnderTest;
  readonly inventory: Inventory;
  readonly receiver: Receiver;
  /** Records that are valid beside each other. */
  readonly samples: readonly [RecordValues, RecordValues, RecordValues];
  /** Changes that fit the first sample. */
  readonly change: RecordValues;

  /** Expects that a call fails with a code. Returns the details of the error. */
  readonly fails = async (code: string, doing: PromiseLike<unknown>): Promise<RecordValues> => {
    const error: unknown = await doing.then(
      () => assert.fail(`this must fail with ${code}`),
      (thrown: unknown) => thrown,
    );
    const { code: was, message, details } = error as { code?: string; message: string; details?: RecordValues };
    assert.equal(was, code, message);
    return details ?? {};
  };

  constructor(
    kind: RecordKind,
    subject: RecordUnderTest,
    receiver: Receiver,
    samples: readonly [RecordValues, RecordValues, RecordValues],
    change: RecordValues,
  ) {
    this.kind = kind;
    this.subject = subject;
    this.inventory = subject.inventory;
    this.receiver = receiver;
    this.samples = samples;
    this.change = change;
  }

  /** The records of the kind, as a member of the inventory. */
  get records(): RecordMethods<AnyTypes> {
    return this.member(this.kind.group);
  }

  member(group: string): RecordMethods<AnyTypes> {
    const members = this.inventory as unknown as Readonly<Record<string, RecordMethods<AnyTypes>>>;
    const found = members[group];
    assert.ok(found !== undefined, `the inventory has no member ${group}`);
    return found;
  }

  /** Creates a record of each sample. */
  async create(): Promise<readonly [SuiteRecord, SuiteRecord, SuiteRecord]> {
    const [first, second, third] = this.samples;
    return [await this.records.create(first), await this.records.create(second), await this.records.create(third)];
  }

  /** Sends a request. @param path below the kind's own path: `""`, `/ID`; another path begins with `/api` or `/mcp` */
  async send<Body = unknown>(
    role: SuiteRole | null,
    method: string,
    path: string,
    body?: unknown,
    headers: RecordValues = {},
  ): Promise<SuiteAnswer<Body>> {
    assert.ok(this.subject.fetch !== undefined);
    const isWhole = path.startsWith("/api") || path.startsWith("/mcp");
    const response = await this.subject.fetch(
      new Request(`http://127.0.0.1${isWhole ? path : `/api/${this.kind.path}${path}`}`, {
        method,
        headers: {
          host: "127.0.0.1",
          ...(role !== null && { authorization: `Bearer ${role}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(headers as Readonly<Record<string, string>>),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const text = jsonIn(await response.text());
    return { status: response.status, headers: response.headers, body: (text === "" ? undefined : JSON.parse(text)) as Body };
  }

  /** {@link send}, which must be answered with a status. */
  async expect<Body = unknown>(status: number, ...request: Parameters<RecordLab["send"]>): Promise<SuiteAnswer<Body>> {
    const answer = await this.send<Body>(...request);
    assert.equal(answer.status, status, `${request[1]} ${request[2]} as ${request[0]}: ${JSON.stringify(answer.body)}`);
    return answer;
  }
}
