import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { httpOptionsOf } from "../../src/host/http-options.ts";
import { readSettings } from "../../src/index.ts";

it("the server has the certificate that is set, and serves plain HTTP without", async () => {
  expect(httpOptionsOf(readSettings({}))).not.toHaveProperty("tls");
  const folder = await mkdtemp(join(tmpdir(), "cadastre-tls-"));
  const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  for (const file of [certFile, keyFile]) await writeFile(file, "");
  expect(httpOptionsOf(readSettings({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile }))).toMatchObject({ tls: { certFile, keyFile } });
  await rm(folder, { recursive: true });
});
