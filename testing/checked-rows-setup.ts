import { afterEach } from "vitest";
import { checkRowsWith } from "#server/platform/db/rows.ts";
import { checkRows, removeDifferences } from "./checked-rows.ts";

// Runs before each test file. A test also fails if something caught the error of a wrong result: a job, say.
checkRowsWith(checkRows);
afterEach(() => {
  const [first] = removeDifferences();
  if (first !== undefined) throw new Error(first);
});
