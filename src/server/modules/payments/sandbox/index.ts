export { createSandbox, type Courier, type Sandbox } from "./sandbox.ts";
export { sandboxRoutes } from "./routes.ts";
export { signNotice } from "./signature.ts";
