import { expect, test } from "vitest";
import { acceptedCodings, isKnown, routableUrl } from "./negotiation.ts";

test.each([
  ["gzip, deflate, br, zstd", "br, gzip, deflate"],
  ["gzip", "gzip"],
  ["gzip;q=0", "identity"],
  ["gzip; q=0.0, br", "br"],
  ["br;q=0", "identity"],
  ["br;q=0, gzip", "gzip"],
  ["*;q=0", "identity"],
  ["*;q=0, gzip", "gzip"],
  ["*", "br, gzip, deflate"],
  ["*, gzip;q=0", "br, deflate"],
  ["identity;q=0", "identity"],
  ["identity;q=0, gzip", "gzip"],
  ["identity, gzip;q=0.5", "identity"],
  ["identity;q=0.5, gzip;q=0.5", "gzip"],
  ["gzip;q=1, br;q=0.5", "gzip, br"],
  ["GZIP", "gzip"],
  ["x-gzip", "gzip"],
  ["gzipped", "identity"],
  ["gzip;q=nonsense", "identity"],
  ["", "identity"],
])("the codings in %j are %j", (header, codings) => {
  expect(acceptedCodings(header)).toBe(codings);
});

test.each([
  [undefined, '"a"', false],
  ["*", '"a"', true],
  [" * ", 'W/"a"', true],
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['"b", "a"', '"a"', true],
  ['"b"', '"a"', false],
  ["a", '"a"', false],
])("a client with %s knows the content with the tag %s: %s", (header, etag, known) => {
  expect(isKnown(header, etag)).toBe(known);
});

test.each([
  ["/events", "/events"],
  ["/f%C3%AAte", "/f%C3%AAte"],
  ["/%", "/%25"],
  ["/%zz", "/%25zz"],
  ["/%ff", "/%25ff"],
  ["/a%2", "/a%252"],
  ["/%25/%", "/%2525/%25"],
  ["/%?q=%zz", "/%25?q=%zz"],
  ["/events?q=%zz", "/events?q=%zz"],
])("the URL %s is routed as %s", (url, routed) => {
  expect(routableUrl(url)).toBe(routed);
});
