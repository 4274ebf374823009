import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Files of an authority of its own, and of a certificate that it gave to a name and to 127.0.0.1. */
export interface Certificates {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
  /** Certificate and key, one after the other. */
  readonly both: string;
}

/** @param openssl path of the program */
export async function makeCertificates(openssl: string, folder: string, name: string): Promise<Certificates> {
  const at = (file: string): string => join(folder, file);
  const ec = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  await run(openssl, [
    "req",
    "-x509",
    ...ec,
    "-keyout",
    at("ca.key"),
    "-out",
    at("ca.pem"),
    "-subj",
    "/CN=Authority of a trial",
    "-days",
    "2",
    "-addext",
    "basicConstraints=critical,CA:TRUE",
  ]);
  await run(openssl, ["req", ...ec, "-keyout", at("key.pem"), "-out", at("request.pem"), "-subj", `/CN=${name}`]);
  await writeFile(at("names.txt"), `subjectAltName=DNS:${name},IP:127.0.0.1\n`);
  await run(openssl, [
    "x509",
    "-req",
    "-in",
    at("request.pem"),
    "-CA",
    at("ca.pem"),
    "-CAkey",
    at("ca.key"),
    "-CAcreateserial",
    "-days",
    "2",
    "-extfile",
    at("names.txt"),
    "-out",
    at("cert.pem"),
  ]);
  await writeFile(at("cert-and-key.pem"), (await readFile(at("cert.pem"), "utf8")) + (await readFile(at("key.pem"), "utf8")));
  return { authority: at("ca.pem"), certificate: at("cert.pem"), key: at("key.pem"), both: at("cert-and-key.pem") };
}
