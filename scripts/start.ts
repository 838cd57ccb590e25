import { buildWebIfStale } from "./build.ts";
import { runSite } from "./run-site.ts";

process.env.NODE_ENV ??= "production";
await runSite({ prepare: buildWebIfStale });
