import * as automationsContract from "#contract/campaigns/automations.ts";
import * as contract from "#contract/campaigns/campaigns.ts";
import * as audienceContract from "#contract/campaigns/audiences.ts";
import type { Deps } from "#server/platform/deps.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import { mailHtmlHeaders } from "#server/modules/email/index.ts";
import { hasRole, type Principal } from "#server/platform/http/principal.ts";
import { PreparedReply, route, routes, whenDone, type Call, type RouteContext } from "#server/platform/http/route.ts";
import * as audiences from "./audience/service.ts";
import * as automations from "./automations/service.ts";
import { followLink, readWebVersion } from "./clicks.ts";
import * as service from "./service.ts";

/** What came of a message, as someone sees it: a grant for marketing shows no money. */
async function shownTo<Sent extends { results: contract.CampaignResults }>(
  principal: Principal | undefined,
  sent: Sent | Promise<Sent>,
): Promise<Sent> {
  const { results, ...rest } = await sent;
  const revenue = hasRole(principal, "admin") ? results.revenue : [];
  return { ...rest, results: { ...results, revenue } } as Sent;
}

/** Campaigns, audiences and automations for admins, and the links of their messages. */
export function campaignRoutes(context: RouteContext, deps: Deps): void {
  const step =
    (name: Parameters<typeof service.applyStep>[3]) =>
    ({ principal, params }: Pick<Call<typeof contract.pauseCampaign>, "principal" | "params">) =>
      shownTo(principal, service.applyStep(deps, principal!, params.id, name));
  routes(
    context,
    { ...contract, ...audienceContract },
    {
      previewAudience: ({ body }) => audiences.previewAudience(deps, body),
      listAudiences: () => audiences.listAudiences(deps),
      saveAudience: ({ principal, body }) => audiences.saveAudience(deps, principal!, body),
      changeAudience: ({ principal, params, body }) => audiences.changeAudience(deps, principal!, params.id, body),
      deleteAudience: ({ principal, params }) => whenDone(audiences.deleteAudience(deps, principal!, params.id)),
      listCampaigns: ({ query }) => service.listCampaigns(deps, query),
      createCampaign: ({ principal, body }) => shownTo(principal, service.createCampaign(deps, principal!, body)),
      getCampaign: ({ principal, params }) => shownTo(principal, service.getCampaign(deps, params.id)),
      changeCampaign: ({ principal, params, body }) =>
        shownTo(principal, service.changeCampaign(deps, principal!, params.id, body)),
      deleteCampaign: ({ principal, params }) => whenDone(service.deleteCampaign(deps, principal!, params.id)),
      copyCampaign: ({ principal, params }) => shownTo(principal, service.copyCampaign(deps, principal!, params.id)),
      scheduleCampaign: ({ principal, params, body }) =>
        shownTo(principal, service.scheduleCampaign(deps, principal!, params.id, body)),
      unscheduleCampaign: step("unschedule"),
      pauseCampaign: step("pause"),
      resumeCampaign: step("resume"),
      stopCampaign: step("stop"),
      testCampaign: ({ principal, params, body }) =>
        whenDone(service.sendTest(deps, principal!, { campaignId: params.id }, body.email)),
      listRecipients: ({ params, query }) => service.listRecipients(deps, params.id, query),
    },
  );
  fileRoutes(context, contract.exportRecipients, "recipients", ({ params, query }) =>
    service.recipients.file(deps.db, { ...query, campaignId: params.id }),
  );
  fileRoutes(context, contract.exportCampaigns, "campaigns", ({ query }) => service.campaignsFile(deps, query));
  fileRoutes(context, audienceContract.exportAudiences, "audiences", () => audiences.audiencesFile(deps));
  fileRoutes(context, automationsContract.exportAutomations, "automations", () => automations.automationsFile(deps));
  routes(context, automationsContract, {
    async listAutomations({ principal }) {
      const { items } = await automations.listAutomations(deps);
      return { items: await Promise.all(items.map((item) => shownTo(principal, item))) };
    },
    createAutomation: ({ principal, body }) => shownTo(principal, automations.createAutomation(deps, principal!, body)),
    changeAutomation: ({ principal, params, body }) =>
      shownTo(principal, automations.changeAutomation(deps, principal!, params.id, body)),
    deleteAutomation: ({ principal, params }) => whenDone(automations.deleteAutomation(deps, principal!, params.id)),
    testAutomation: ({ principal, params, body }) =>
      whenDone(service.sendTest(deps, principal!, { automationId: params.id }, body.email)),
  });

  route(context, contract.getCampaignHtml, async ({ params, query, reply }) => {
    reply.headers(mailHtmlHeaders);
    const html = await service.getCampaignHtml(deps, params.id, query.theme);
    return new PreparedReply(html, 200, "text/html; charset=utf-8");
  });
  route(context, contract.previewMessage, async ({ query, reply }) => {
    reply.headers(mailHtmlHeaders);
    return new PreparedReply(await service.previewMessage(deps, query), 200, "text/html; charset=utf-8");
  });
  route(context, contract.openWebVersion, async ({ query, reply }) => {
    reply.headers({
      ...mailHtmlHeaders,
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
    });
    return new PreparedReply(await readWebVersion(deps, query.token), 200, "text/html; charset=utf-8");
  });
  route(context, contract.openMailLink, async ({ query, request, reply }) => {
    const { headers, method } = request;
    const isPrefetch = `${String(headers["sec-purpose"])} ${String(headers.purpose)}`.includes("prefetch");
    const url = await followLink(deps, query.c, { method, userAgent: headers["user-agent"], isPrefetch });
    void reply.headers({ location: url, "cache-control": "no-store", "referrer-policy": "no-referrer" });
    return new PreparedReply("", 302, "text/plain; charset=utf-8");
  });
}
