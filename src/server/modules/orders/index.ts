import "./facts.ts";

export { orderDeskRoutes } from "./admin-routes.ts";
export { issueComp, revokeComp } from "./comps/service.ts";
export { findCompIds } from "./comps/store.ts";
export { ordersRecords } from "./records.ts";
export { findOrderIdsOf, forgottenAddress } from "./records-store.ts";
export { ordersRoutes } from "./routes.ts";
export { ordersSweeps } from "./sweeps.ts";
export { hearForOrders } from "./fulfil.ts";
export { readOrders, type FoundOrder } from "./read.ts";
export { orderLinkKey } from "./links.ts";
export { createPlaceOrder } from "./place.ts";
export { createPayOrder } from "./pay.ts";
export { orderMoves } from "./rules.ts";
