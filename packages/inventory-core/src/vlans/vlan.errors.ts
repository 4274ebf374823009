import { defineErrors, errorOf } from "../contract/errors/error.ts";

/** A VLAN group, and which numbers of it were asked for. */
type WantedVids =
  | { readonly group: string; readonly vid: number }
  | { readonly group: string; readonly min_vid: number; readonly max_vid: number; readonly count: number };

export const vlanErrors = defineErrors({
  VID_NOT_AVAILABLE: errorOf(
    "exhausted",
    "the VLAN group has not as many free numbers as asked for, or the number asked for is taken",
    (d: WantedVids) => {
      if ("vid" in d)
        return `the group ${d.group} has a VLAN ${d.vid} already: ask for another number, or leave vid out for the lowest free one`;
      const what = d.count === 1 ? "no free number" : `fewer than ${d.count} free numbers`;
      return `the group ${d.group} has ${what} between ${d.min_vid} and ${d.max_vid}: widen its bounds, or delete VLANs`;
    },
  ),
});
