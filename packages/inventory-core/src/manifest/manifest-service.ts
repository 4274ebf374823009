import { JsonText } from "../contract/operations/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { Manifest, ManifestQuery } from "./manifest.ts";
import { declaredPartOf, manifestOf, type Offer } from "./manifest-of.ts";

export const MANIFEST = serviceToken<ManifestService>("manifest");

/** Tells callers what the host can be called for. It is the same for all of them, and as long as the host runs. */
export class ManifestService {
  #host: Offer | undefined;
  #whole: JsonText<Manifest> | undefined;
  #declared: JsonText<Manifest> | undefined;

  /** Takes what a host declares; called once, when it starts. */
  start(host: Offer): void {
    this.#host = host;
  }

  /** Made when it is asked for first: a program that never asks does not pay for it. */
  get({ declared = false }: ManifestQuery): JsonText<Manifest> {
    if (this.#host === undefined) throw new Error("the manifest is asked for before the host has started");
    this.#whole ??= textOf(manifestOf(this.#host));
    if (!declared) return this.#whole;
    this.#declared ??= textOf(declaredPartOf(this.#whole.parse()));
    return this.#declared;
  }
}

const textOf = (manifest: Manifest): JsonText<Manifest> => new JsonText(JSON.stringify(manifest));
