/** A time as the viewer's browser writes times; `none` for no time. */
export const dateText = (time: string | null, none = ""): string => (time === null ? none : new Date(time).toLocaleString());
