// A file that was fetched, for a link could not have sent the secret, given to the browser to keep.

const NEEDED_MS = 60_000;

export function saveFile(content: Blob, name: string): void {
  const href = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), NEEDED_MS);
}
