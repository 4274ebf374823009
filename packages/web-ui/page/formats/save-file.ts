/** Browsers begin to read what is saved a moment after it was asked for. */
const FORGET_AFTER_MS = 60_000;

/** Has the browser keep a file under a name, where its user keeps downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), FORGET_AFTER_MS);
}
