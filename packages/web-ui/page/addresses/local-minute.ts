const two = (number: number): string => String(number).padStart(2, "0");

/** An instant as a field of type `datetime-local` has it, in the time zone of the browser; `""` for a text that is no instant. */
export function localMinute(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "";
  const day = `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
