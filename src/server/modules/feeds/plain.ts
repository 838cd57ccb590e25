/** Text that XML 1.0 and calendars allow: without control characters and lone surrogates. */
export function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])\p{Cc}|[\ufffe\uffff]/gu, "");
}

/** A text inside an XML element or attribute. */
export function escapeXml(text: string): string {
  const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
  return plain(text).replace(/[&<>"']/g, (sign) => signs[sign]!);
}
