import type { SnmpDevice } from "@cadastre/client";

/** What a device is asked with, as it is typed. Secrets are never read back, and begin empty. */
export interface AccessDraft {
  version: SnmpDevice["version"];
  community: string;
  username: string;
  authProtocol: SnmpDevice["auth_protocol"];
  authKey: string;
  privProtocol: SnmpDevice["priv_protocol"];
  privKey: string;
  context: string;
}

export const NEW_ACCESS: AccessDraft = {
  version: "2c",
  community: "",
  username: "",
  authProtocol: "sha256",
  authKey: "",
  privProtocol: "aes",
  privKey: "",
  context: "",
};

export const accessOf = (device: SnmpDevice): AccessDraft => ({
  ...NEW_ACCESS,
  version: device.version,
  username: device.username,
  authProtocol: device.auth_protocol,
  privProtocol: device.priv_protocol,
  context: device.context,
});

/** The fields of a device that a draft stands for. A secret that is left empty is not sent, so that it is kept. */
export const accessToSend = (draft: AccessDraft) => ({
  version: draft.version,
  username: draft.username.trim(),
  auth_protocol: draft.authProtocol,
  priv_protocol: draft.privProtocol,
  context: draft.context,
  ...(draft.community === "" ? {} : { community: draft.community }),
  ...(draft.authKey === "" ? {} : { auth_key: draft.authKey }),
  ...(draft.privKey === "" ? {} : { priv_key: draft.privKey }),
});
