import * as codes from "#contract/promo-codes.ts";
import * as promoters from "#contract/promoters.ts";
import type { Deps } from "#server/platform/deps.ts";
import { csvReply } from "#server/platform/http/csv-reply.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import * as promo from "./codes/service.ts";
import * as links from "./promoters/service.ts";

/** Admin routes for promo codes and promoter links. */
export function promotionAdminRoutes(context: RouteContext, deps: Deps): void {
  const { db } = deps;
  route(context, codes.listPromoCodes, ({ query }) => promo.promoCodes.list(db, query));
  route(context, codes.exportPromoCodes, ({ query, reply }) =>
    csvReply(reply, "promo-codes", promo.promoCodes.file(db, query)),
  );
  route(context, codes.createPromoCode, ({ principal, body }) => promo.createPromoCode(deps, principal!, body));
  route(context, codes.updatePromoCode, ({ principal, params, body }) =>
    promo.updatePromoCode(deps, principal!, params.id, body),
  );
  route(context, codes.setPromoCodeStatus, ({ principal, params, body }) =>
    promo.setPromoCodeStatus(deps, principal!, params.id, body.status),
  );
  route(context, codes.deletePromoCode, ({ principal, params }) => promo.deletePromoCode(deps, principal!, params.id));

  route(context, promoters.listPromoters, ({ query }) => links.promoters.list(db, query));
  route(context, promoters.exportPromoters, ({ query, reply }) =>
    csvReply(reply, "promoters", links.promoters.file(db, query)),
  );
  route(context, promoters.createPromoter, ({ principal, body }) => links.createPromoter(deps, principal!, body));
  route(context, promoters.updatePromoter, ({ principal, params, body }) =>
    links.updatePromoter(deps, principal!, params.id, body),
  );
  route(context, promoters.setPromoterStatus, ({ principal, params, body }) =>
    links.setPromoterStatus(deps, principal!, params.id, body.status),
  );
  route(context, promoters.getPromoterLink, ({ params }) => links.getPromoterLink(deps, params.id));
  route(context, promoters.renewPromoterLink, ({ principal, params }) =>
    links.renewPromoterLink(deps, principal!, params.id),
  );
  route(context, promoters.getPromoterResults, ({ params }) => links.getPromoterResults(db, params.id));
}
