import type { StoredFile } from "./file-store.ts";

const letters: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'" };
const plain = (text: string) => text.replace(/&(?:amp|lt|gt|quot|apos);/g, (sign) => letters[sign]!);
const valueOf = (xml: string, tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];

/** Reads one page of a bucket's ListObjectsV2 response; `next` requests the next page. */
export function readListing(xml: string): { files: StoredFile[]; next: string | undefined } {
  const files: StoredFile[] = [];
  for (const [, entry = ""] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const [name, changedAt] = [valueOf(entry, "Key"), valueOf(entry, "LastModified")];
    if (name !== undefined && changedAt !== undefined)
      files.push({ name: plain(name), changedAt: new Date(changedAt) });
  }
  const token = valueOf(xml, "NextContinuationToken");
  return { files, next: token === undefined ? undefined : plain(token) };
}
