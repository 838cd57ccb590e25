/** Saves a file that the page has made, as if the visitor had followed a download link. */
export function saveFile(content: Blob, name: string): void {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
