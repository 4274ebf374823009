import type { LeaseSource } from "@cadastre/client";

/** Why a source has no leases, as a sentence. */
export const noLeasesText = ({ last_read_at: readAt }: Pick<LeaseSource, "last_read_at">): string =>
  readAt === null ? "The source has not been read yet." : "The last successful reading had no leases in force in its networks.";
