import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";

/** The browser's part of the realtime channel, as small as a visitor gets it, as a script that defines `realtime`. */
export async function bundleRealtime(): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      target: "es2022",
      // A visitor gets that only where a proof is asked for.
      rolldownOptions: { external: (id) => id.endsWith("/proof/prove.ts") },
      lib: {
        entry: fileURLToPath(new URL("../src/web/lib/realtime/subscribe.ts", import.meta.url)),
        name: "realtime",
        formats: ["iife"],
      },
    },
  })) as Rolldown.RolldownOutput[];
  return output[0]!.output[0].code;
}
