import type { ImportFormat, ImportItem, ReaderInput } from "../import-format.ts";
import { badInput } from "../reading/bad-input.ts";
import { LeftOut } from "../reading/left-out.ts";
import { CUSTOM_FIELDS_OPTION, OwnFields } from "../reading/own-fields.ts";
import { serviceBase } from "../reading/service-client.ts";
import { VlanRows } from "../reading/vlan-rows.ts";
import { PhpipamClient, type PhpipamCredentials } from "./phpipam-client.ts";
import { PhpipamReader } from "./phpipam-reader.ts";

/**
 * phpIPAM by its API: VRFs as address spaces, sections as datacenters (in both the same subnet may be once), domains of layer 2 as groups
 * of
 * VLANs, subnets as networks, addresses as addresses of devices. It only reads.
 */
export const phpipamFormat: ImportFormat = {
  name: "phpipam",
  label: "phpIPAM",
  description: "the API of phpIPAM 1.4 and newer: VRFs, sections, VLANs and their domains, subnets, devices and addresses",
  source: "service",
  takesDeclared: true,
  options: [
    { name: "app", description: "id of the API app", required: true },
    { name: "token", description: "code of the API app, for the security App code", secret: true },
    { name: "user", description: "user name, for the security User token" },
    { name: "password", description: "password of the user", secret: true },
    CUSTOM_FIELDS_OPTION,
  ],
  read: readPhpipam,
};

async function* readPhpipam({ url, options, types, retryDelayMs, signal }: ReaderInput): AsyncGenerator<ImportItem> {
  const app = options["app"] ?? "";
  if (!/^[\w.-]+$/.test(app)) throw badInput("app must be the id of an API app of phpIPAM: letters, digits, -, _ and .");
  const base = new URL(`${app}/`, serviceBase(url, "api/"));
  const client = new PhpipamClient({ label: "phpIPAM", base, retryDelayMs, signal }, credentialsOf(options));
  const leftOut = new LeftOut();
  const ownFields = new OwnFields(leftOut, options);
  const reader = new PhpipamReader(client, leftOut, ownFields, new VlanRows(types, leftOut));
  for await (const item of reader.rows()) yield ownFields.settled(item);
  yield* leftOut.warnings();
}

/** @throws INVALID_INPUT when neither is whole */
function credentialsOf({ token, user, password }: ReaderInput["options"]): PhpipamCredentials {
  if (token !== undefined) return { token };
  if (user === undefined || password === undefined) throw badInput("phpIPAM requires the option token, or user and password");
  return { user, password };
}
