import { expect, test } from "vitest";
import { embed, post, textOf } from "./embedded.ts";

const BODY = '{"name":"größe","labels":{"a":"b"}}';

test.each([
  ["a value, as express.json() does", (text: string): unknown => JSON.parse(text)],
  ["a text, as express.text() does", (text: string): unknown => text],
  ["bytes, as express.raw() does", (text: string): unknown => Buffer.from(text)],
])("a body that the application has read is taken from req.body: %s", async (_, parse) => {
  await using app = await embed(async (handler, req, res) => {
    req.body = parse(await textOf(req));
    await handler.node(req, res);
  });
  const made = await post(`${app.origin}/api/probes`, BODY);
  expect([made.status, await made.json()]).toMatchObject([201, { name: "größe" }]);
  // What reads the request by itself gets it, too.
  expect(await (await post(`${app.origin}/raw/x`, BODY)).text()).toBe(`POST /raw/x ${BODY.length}`);
});

test("a body that was read and of which nothing was left is refused with a sentence, at once, and told to the log", async () => {
  await using app = await embed(async (handler, req, res) => {
    await textOf(req);
    await handler.node(req, res);
  });
  for (const path of ["/api/probes", "/raw/x"]) {
    const refused = await post(app.origin + path, BODY);
    expect([refused.status, await refused.json()]).toEqual([
      500,
      {
        code: "BODY_ALREADY_READ",
        error:
          "the application read the body of this request and left nothing of it: give the request to Cadastre before the body is read, " +
          "or leave the parsed body on req.body",
      },
    ]);
  }
  expect(app.log.filter(({ fields }) => String(fields?.["error"]).includes("read the body"))).toHaveLength(2);
  // Requests without a body have lost none.
  expect((await fetch(`${app.origin}/api/probes/p1`, { headers: { authorization: "Bearer admin" } })).status).toBe(200);
  expect((await post(`${app.origin}/api/probes/context`, "", "")).status).toBe(200);
});

test("req.body is not believed while the body itself is there", async () => {
  await using app = await embed((handler, req, res) => {
    // What express.json() leaves of a body that it does not read.
    req.body = {};
    return handler.node(req, res);
  });
  const made = await post(`${app.origin}/api/probes`, BODY);
  expect([made.status, await made.json()]).toMatchObject([201, { name: "größe" }]);
});

test("what was read is held to the same rules: its type, its size, its depth, its fields", async () => {
  await using app = await embed(
    async (handler, req, res) => {
      const text = await textOf(req);
      req.body = req.headers["content-type"] === "text/plain" ? text : JSON.parse(text);
      await handler.node(req, res);
    },
    { bodyLimitBytes: 60_000 },
  );
  const answer = async (body: string, type?: string): Promise<unknown[]> => {
    const response = await post(`${app.origin}/api/probes`, body, type);
    return [response.status, ((await response.json()) as { code?: string }).code];
  };
  expect(await answer(BODY, "text/plain")).toEqual([415, "INVALID_INPUT"]);
  expect(await answer(`{"name":"${"x".repeat(60_000)}"}`)).toEqual([413, "INVALID_INPUT"]);
  expect(await answer(`{"name":"a","tree":${"[".repeat(65)}${"]".repeat(65)}}`)).toEqual([400, "INVALID_INPUT"]);
  expect(await answer("[".repeat(25_000) + "]".repeat(25_000))).toEqual([400, "INVALID_INPUT"]);
  expect(await answer("{}")).toEqual([400, "VALIDATION_ERROR"]);
});

test("a body that was unpacked is taken, and one of which only a part was read is not", async () => {
  await using app = await embed(async (handler, req, res) => {
    if (req.headers["content-encoding"] === "gzip") {
      await textOf(req);
      req.body = JSON.parse(BODY);
    } else {
      await new Promise((resolve) => req.once("data", resolve));
      req.pause();
    }
    await handler.node(req, res);
  });
  expect((await post(`${app.origin}/api/probes`, "packed", "application/json", { "content-encoding": "gzip" })).status).toBe(201);
  expect(((await (await post(`${app.origin}/api/probes`, `{"name":"${"x".repeat(500_000)}"}`)).json()) as { code: string }).code).toBe(
    "BODY_ALREADY_READ",
  );
});

test("the same for a Request: what was read of it is given beside it", async () => {
  await using app = await embed((handler, req, res) => handler.node(req, res), { basePath: "/ipam" });
  const request = (body: string, type = "application/json"): Request =>
    new Request("http://x/ipam/api/probes", { method: "POST", body, headers: { authorization: "Bearer admin", "content-type": type } });
  expect((await app.handler.fetch(request(BODY))).status).toBe(201);
  const read = request(BODY);
  const body: unknown = await read.json();
  expect((await app.handler.fetch(read, { body })).status).toBe(201);
  const lost = request(BODY);
  await lost.text();
  expect(((await (await app.handler.fetch(lost)).json()) as { code: string }).code).toBe("BODY_ALREADY_READ");
});

test("a form that was parsed is a form again", async () => {
  await using app = await embed(async (handler, req, res) => {
    req.body = Object.fromEntries(new URLSearchParams(await textOf(req)));
    await handler.node(req, res);
  });
  const form = new URLSearchParams({ grant_type: "a b", code: "ü&=" }).toString();
  expect(await (await post(`${app.origin}/raw/x`, form, "application/x-www-form-urlencoded")).text()).toBe(`POST /raw/x ${form.length}`);
});
