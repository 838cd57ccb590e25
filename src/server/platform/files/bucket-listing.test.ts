import { expect, test } from "vitest";
import { readListing } from "./bucket-store.ts";

test("a page of a listing has its files and the token of the next page", () => {
  const xml = `<?xml version="1.0"?><ListBucketResult><IsTruncated>true</IsTruncated>
    <Contents><Key>media/a&amp;b.jpg</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>1</Size></Contents>
    <Contents><LastModified>2026-01-03T00:00:00.000Z</LastModified><Key>media/c.jpg</Key></Contents>
    <NextContinuationToken>1/x==&amp;</NextContinuationToken></ListBucketResult>`;
  expect(readListing(xml)).toEqual({
    files: [
      { name: "media/a&b.jpg", changedAt: new Date("2026-01-02T03:04:05.000Z") },
      { name: "media/c.jpg", changedAt: new Date("2026-01-03T00:00:00.000Z") },
    ],
    next: "1/x==&",
  });
  expect(readListing("<ListBucketResult/>")).toEqual({ files: [], next: undefined });
});
