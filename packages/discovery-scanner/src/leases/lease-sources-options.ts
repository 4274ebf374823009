import path from "node:path";
import { AddressList } from "@cadastre/inventory-core/outbound";
import { z } from "zod";

/** What {@link leaseSourcesPlugin} is given. */
export const LeaseSourcesOptions = z
  .object({
    read: z.boolean().default(true).meta({ description: "False: sources are read only when it is asked for, or by other hosts" }),
    folders: z
      .array(
        z
          .string()
          .refine((folder) => path.isAbsolute(folder) && path.normalize(folder) === folder && folder !== "/", {
            error: "must be an absolute path without . and .., and not the root",
          })
          .transform((folder) => folder.replace(/\/$/, "")),
      )
      .default([])
      .meta({ description: "Folders whose lease files may be read" }),
    allow: AddressList.meta({
      description:
        "Addresses at which a control agent of Kea may be although they are loopback, link-local, cloud metadata or this host's own: " +
        "addresses, CIDRs and ranges, separated by commas",
    }),
  })
  .meta({ id: "LeaseSourcesOptions" });

export type LeaseSourcesOptions = z.input<typeof LeaseSourcesOptions>;
