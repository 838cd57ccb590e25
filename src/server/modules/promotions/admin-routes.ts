import { createPromoCodes, deletePromoCode, promoCodeEndpoints } from "#contract/promotions/promo-codes.ts";
import * as links from "#contract/promotions/promoters.ts";
import type { PromotionEndpoints } from "#contract/promotions/promotions.ts";
import type { Deps } from "#server/platform/deps.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { createBatch } from "./codes/batches.ts";
import * as codes from "./codes/service.ts";
import * as promoters from "./promoters/service.ts";
import type { Promotions } from "./service.ts";

/** Admin routes for promo codes and promoter links. */
export function promotionAdminRoutes(context: RouteContext, deps: Deps): void {
  bind(context, deps, promoCodeEndpoints, codes.promoCodes);
  route(context, createPromoCodes, ({ principal, body, idempotency }) =>
    createBatch(deps, { staff: principal!, draft: body, idempotency: idempotency! }),
  );
  route(context, deletePromoCode, ({ principal, params }) => codes.deletePromoCode(deps, principal!, params.id));
  bind(context, deps, links.promoterEndpoints, promoters.promoters);
  route(context, links.getPromoterLink, ({ params }) => promoters.getPromoterLink(deps, params.id));
  route(context, links.renewPromoterLink, ({ principal, params }) =>
    promoters.renewPromoterLink(deps, principal!, params.id),
  );
  route(context, links.getPromoterResults, ({ params }) => promoters.getPromoterResults(deps.db, params.id));
}

/** The routes that codes and links have in common. */
function bind<Draft, Promotion>(
  context: RouteContext,
  deps: Deps,
  to: PromotionEndpoints<Draft, Promotion>,
  kind: Promotions<Draft, Promotion>,
): void {
  const { db } = deps;
  route(context, to.list, ({ query }) => kind.list.list(db, query));
  fileRoutes(context, to.file, to.list.path.split("/").at(-1)!, ({ query }) => kind.list.file(db, query));
  route(context, to.create, ({ principal, body }) => kind.create(deps, principal!, body));
  route(context, to.update, ({ principal, params, body }) => kind.update(deps, principal!, params.id, body));
  route(context, to.setStatus, ({ principal, params, body }) =>
    kind.setStatus(deps, principal!, params.id, body.status),
  );
}
