export { createSandbox, type Courier, type Sandbox } from "./sandbox.ts";
export { sandboxRoutes } from "./routes.ts";
export { signWebhookEvent } from "./signature.ts";
