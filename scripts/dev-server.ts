import { runSite } from "./run-site.ts";

process.env.NODE_ENV ??= "development";
await runSite({ dev: true });
