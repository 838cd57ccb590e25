import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import startTestServer from "#testing/database-server.ts";
import { createTestDatabase } from "#testing/database.ts";
import { cutFonts } from "./generated/fonts.ts";
import { textKindsPath, writeTextKinds } from "./generated/text-kinds.ts";
import { root } from "./root.ts";

// `npm run generate`: writes what is generated from migrations and contracts, using a temporary database.

// The contract reads it, so it is written before anything imports the contract.
writeFileSync(join(root, textKindsPath), writeTextKinds());
const { generateArtifacts } = await import("./generated/artifacts.ts");
for (const { path, bytes } of await cutFonts()) {
  const isSame = existsSync(join(root, path)) && bytes.equals(readFileSync(join(root, path)));
  if (!isSame) writeFileSync(join(root, path), bytes);
  console.log(`${isSame ? "unchanged" : "written  "}  ${path}`);
}

const stopServer = await startTestServer();
try {
  const database = await createTestDatabase();
  for (const { path, text } of await generateArtifacts(database.connection, readCalls)) {
    const file = join(root, path);
    const same = read(file) === text;
    if (!same) writeFileSync(file, text);
    console.log(`${same ? "unchanged" : "written  "}  ${path}`);
  }
  await database.drop();
} finally {
  await stopServer();
}

/** The calls of the tests. Their scene takes half a minute, so they are read only for an endpoint without an example. */
async function readCalls() {
  const { createSamples, createScene } = await import("#tests/api/scene.ts");
  const scene = await createScene();
  const samples = createSamples(scene);
  await scene.site.close();
  return samples;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
