export { faultsRoutes } from "./routes.ts";
export { createFaults, type Faults } from "./service.ts";
export { faultsSweeps } from "./sweeps.ts";
