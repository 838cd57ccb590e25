import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import startTestServer from "#tests/kit/database-server.ts";
import { createTestDatabase } from "#tests/kit/database.ts";
import { makeArtefacts } from "./generated/artefacts.ts";
import { root } from "./root.ts";

// `npm run generate`: writes what is made from migrations and contracts, by way of a throw-away database.

const stopServer = await startTestServer();
try {
  const database = await createTestDatabase();
  for (const { path, text } of await makeArtefacts(database.connection)) {
    const file = join(root, path);
    const same = read(file) === text;
    if (!same) writeFileSync(file, text);
    console.log(`${same ? "unchanged" : "written  "}  ${path}`);
  }
  await database.drop();
} finally {
  await stopServer();
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
