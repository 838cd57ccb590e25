import { expect, test } from "vitest";
import { withInfo, withoutInfo } from "./info-sheets.ts";

test.each([
  ["", "info=terms", "/x"],
  ["?tickets=36:1,7:2&title=A%20b", "tickets=36:1,7:2&title=A%20b&info=terms", "/x?tickets=36:1,7:2&title=A%20b"],
  ["?info=privacy&city=Miami", "city=Miami&info=terms", "/x?city=Miami"],
  ["?infos=1&info", "infos=1&info=terms", "/x?infos=1"],
])("a sheet is opened and closed at %s, and nothing else changes", (search, opened, closed) => {
  expect(withInfo(search, "terms")).toBe(opened);
  expect(withoutInfo("/x", search)).toBe(closed);
});
