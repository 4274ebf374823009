import type { KeptRequest } from "../../http/kept-sender.ts";
import type { SeededRandom } from "../crash/seeded-random.ts";
import type { Api, ApiOperation, JsonSchema } from "./api-operations.ts";
import { HOSTILE_HEADERS, HOSTILE_TEXTS, hostileValue } from "./hostile-values.ts";

/** A request, and the operation that it is about. */
export interface HostileRequest extends KeptRequest {
  readonly operation: ApiOperation;
  readonly body: Buffer | undefined;
}

/** How often a part of a request is something else than the schema asks for. */
const WRONG = 0.12;
const MAX_DEPTH = 6;

/** Ids of records that the requests themselves made, the newest of each collection. */
export class KnownIds {
  readonly #ids = new Map<string, string[]>();
  readonly #most = 40;

  add(path: string, id: string): void {
    const ids = this.#ids.get(path) ?? [];
    ids.push(id);
    if (ids.length > this.#most) ids.shift();
    this.#ids.set(path, ids);
  }

  any(random: SeededRandom): string | undefined {
    return random.pick(random.pick([...this.#ids.values()]) ?? []);
  }

  /** Of the collection that a path goes through, for the most part. */
  of(path: string, random: SeededRandom): string | undefined {
    const collection = [...this.#ids.keys()].find((known) => path.startsWith(`${known}/`));
    return collection === undefined || random.next() < 0.1 ? this.any(random) : random.pick(this.#ids.get(collection) ?? []);
  }
}

/** Makes hostile requests to the operations of an API. */
export class RequestMaker {
  readonly #api: Api;
  readonly #random: SeededRandom;
  readonly #ids: KnownIds;
  #made = 0;

  constructor(api: Api, random: SeededRandom, ids: KnownIds) {
    this.#api = api;
    this.#random = random;
    this.#ids = ids;
  }

  next(authorization: string): HostileRequest {
    const random = this.#random;
    const operation = random.pick(this.#api.operations) as ApiOperation;
    this.#made += 1;
    const headers: Record<string, string> = { authorization, "x-requested-with": "XMLHttpRequest" };
    const body = this.#body(operation);
    if (body !== undefined) headers["content-type"] = "application/json";
    for (const [name, values] of Object.entries(HOSTILE_HEADERS)) {
      if (random.next() < (name === "authorization" ? 0.02 : 0.03)) headers[name] = random.pick(values) as string;
    }
    // Bytes above those of Latin-1 cannot be in a header of node:http.
    if (body !== undefined) headers["content-length"] = String(body.length);
    const method =
      random.next() < 0.03
        ? (random.pick(["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE"]) as string)
        : operation.method;
    return { operation, method, path: this.#path(operation), headers, body, leaves: random.next() < 0.02 };
  }

  #path({ path, query }: ApiOperation): string {
    const random = this.#random;
    const filled = path.replaceAll(/\{[^}]+\}/g, (_, at: number) => {
      const id = random.next() < 0.75 ? this.#ids.of(path.slice(0, at - 1) + "/", random) : undefined;
      return escaped(
        id ?? (random.next() < 0.5 ? "019c0000-0000-7000-8000-000000000000" : (random.pick(HOSTILE_TEXTS) as string)).slice(0, 3000),
      );
    });
    const pairs: string[] = [];
    for (const { name, schema } of query) {
      if (random.next() < 0.5) continue;
      for (let times = random.next() < 0.05 ? 3 : 1; times > 0; times -= 1) {
        const value = random.next() < 0.4 ? random.pick(HOSTILE_TEXTS) : this.#value(schema, 0);
        pairs.push(`${escaped(name)}=${escaped(typeof value === "string" ? value.slice(0, 3000) : (JSON.stringify(value) ?? ""))}`);
      }
    }
    if (random.next() < 0.05)
      pairs.push(random.pick(["dry_run=true", "dry_run=maybe", "__proto__=1", "=", "&&", "a[b]=c", "limit=-1", "%=%"]) as string);
    return pairs.length === 0 ? filled : `${filled}?${pairs.join("&")}`;
  }

  #body({ body }: ApiOperation): Buffer | undefined {
    const random = this.#random;
    const chance = random.next();
    if (body === undefined) return chance < 0.03 ? Buffer.from("{}") : undefined;
    if (chance < 0.02)
      return Buffer.from(
        random.pick(["", "{", "[]", "nul", '"', "{]", '{"a":1,}', "\u{feff}{}", "[".repeat(50_000), '{"a":'.repeat(20_000)]) as string,
      );
    if (chance < 0.03) return Buffer.from([0xff, 0xfe, 0x7b, 0x7d, 0xc0, 0x80]);
    if (chance < 0.05) return Buffer.from(JSON.stringify(hostileValue(random)) ?? "");
    if (chance < 0.052) return Buffer.alloc(2 ** 20 + 10, 0x20);
    return Buffer.from(JSON.stringify(this.#value(body, 0)) ?? "null");
  }

  #value(schema: JsonSchema, depth: number): unknown {
    const random = this.#random;
    if (depth > 0 && random.next() < WRONG) return hostileValue(random);
    const { anyOf, oneOf, allOf, ...plain } = this.#api.resolve(schema);
    const choices = anyOf ?? oneOf;
    if (choices !== undefined && depth < MAX_DEPTH) return this.#value(random.pick(choices) ?? {}, depth + 1);
    if (allOf !== undefined && depth < MAX_DEPTH) return Object.assign({}, ...allOf.map((one) => this.#value(one, depth + 1)));
    if (plain.const !== undefined) return plain.const;
    if (plain.enum !== undefined) return random.pick(plain.enum);
    switch (typeof plain.type === "string" ? plain.type : random.pick(plain.type ?? ["string"])) {
      case "object":
        return this.#object(plain, depth);
      case "array":
        return depth >= MAX_DEPTH ? [] : Array.from({ length: random.between(0, 3) }, () => this.#value(plain.items ?? {}, depth + 1));
      case "integer":
        return random.between(plain.minimum ?? 0, Math.min(plain.maximum ?? 100, (plain.minimum ?? 0) + 1000));
      case "number":
        return random.next() * 100;
      case "boolean":
        return random.next() < 0.5;
      case "null":
        return null;
      default:
        return this.#text(plain);
    }
  }

  #object({ properties = {}, required = [] }: JsonSchema, depth: number): Record<string, unknown> {
    const random = this.#random;
    const made: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(properties)) {
      if (!required.includes(name) && random.next() < 0.5) continue;
      if (depth >= MAX_DEPTH) continue;
      made[name] =
        KNOWN_TEXTS[name]?.(random, this.#made) ??
        (name.endsWith("_id") ? this.#ids.any(random) : undefined) ??
        this.#value(schema, depth + 1);
    }
    if (random.next() < 0.03) made[random.pick(HOSTILE_TEXTS)?.slice(0, 100) ?? ""] = hostileValue(random);
    return made;
  }

  #text({ format, maxLength = 60 }: JsonSchema): string {
    const random = this.#random;
    if (random.next() < 0.3) return random.pick(HOSTILE_TEXTS) as string;
    if (format === "date-time") return "2030-01-01T00:00:00.000Z";
    return `t${random.between(0, 1_000_000)}`.slice(0, maxLength);
  }
}

const octet = (random: SeededRandom): number => random.between(0, 255);

/** Fields that a request seldom gets right by chance; what is right gets past the checks, to the rules. */
const KNOWN_TEXTS: Readonly<Record<string, (random: SeededRandom, made: number) => unknown>> = {
  name: (random, made) => (random.next() < 0.7 ? `n${made}` : undefined),
  subnet: (random) => (random.next() < 0.7 ? `10.${octet(random)}.${octet(random)}.0/24` : undefined),
  ip: (random) => (random.next() < 0.7 ? `10.${octet(random)}.${octet(random)}.${octet(random)}` : undefined),
  start_ip: (random) => (random.next() < 0.5 ? `10.0.0.${random.between(1, 100)}` : undefined),
  end_ip: (random) => (random.next() < 0.5 ? `10.0.0.${random.between(100, 250)}` : undefined),
  password: (random) => (random.next() < 0.5 ? "correct horse battery" : undefined),
  url: (random) => (random.next() < 0.5 ? "https://receiver.example/hook" : undefined),
};

/** As a path or query may hold it; halves of pairs become what UTF-8 puts in their place. */
function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
