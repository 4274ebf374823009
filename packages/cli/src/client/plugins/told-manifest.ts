import type { Manifest } from "@cadastre/client/manifest";

// A command line is about one server: what that can be called for is known before its commands are made.
let told: Manifest | undefined;

/** From now on this is what the server can be called for. */
export const tellManifest = (manifest: Manifest): void => void (told = manifest);

/** What the server can be called for; undefined where it was not asked, because the command is one that every server has. */
export const toldManifest = (): Manifest | undefined => told;
