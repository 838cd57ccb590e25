import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import startTestServer from "#testing/database-server.ts";
import { createTestDatabase } from "#testing/database.ts";
import { generateArtifacts } from "./generated/artifacts.ts";
import { root } from "./root.ts";

// `npm run generate`: writes what is generated from migrations and contracts, using a temporary database.

const stopServer = await startTestServer();
try {
  const database = await createTestDatabase();
  for (const { path, text } of await generateArtifacts(database.connection)) {
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
