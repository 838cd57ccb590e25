import { completeSandboxSession, getSandboxSession } from "#contract/payments.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PreparedReply, route, type RouteContext } from "#server/platform/http/route.ts";
import { sandboxPage } from "./page.ts";
import type { Sandbox } from "./sandbox.ts";

const merchant = "Savage Gentlemen";

/** The sandbox's hosted-style page and the choices that it posts. */
export function sandboxRoutes(context: RouteContext, _deps: Deps, sandbox: Sandbox): void {
  route(context, getSandboxSession, async ({ params, request, reply }) => {
    const entry = await sandbox.findEntry(params.ref);
    if (entry === undefined) throw new AppError("not_found");
    const { ref, description, amountCents, currency, status, returnUrl, cancelUrl } = entry;
    const session = {
      ref,
      merchant,
      description,
      amountCents,
      currency,
      status,
      expiresAt: entry.expiresAt.toISOString(),
      returnUrl,
      cancelUrl,
    };
    if (!(request.headers.accept ?? "").includes("text/html")) return session;
    const page = sandboxPage(session);
    reply.header("content-security-policy", page.csp);
    reply.header("x-content-type-options", "nosniff");
    reply.header("referrer-policy", "no-referrer");
    return new PreparedReply(page.html, 200, "text/html; charset=utf-8");
  });

  route(context, completeSandboxSession, async ({ params, body }) => {
    const entry = await sandbox.complete(params.ref, body.outcome);
    const redirectUrl = {
      approve: entry.returnUrl,
      approve_late: entry.returnUrl,
      approve_disputed: entry.returnUrl,
      cancel: entry.cancelUrl,
      decline: null,
    };
    return { status: body.outcome === "decline" ? "declined" : entry.status, redirectUrl: redirectUrl[body.outcome] };
  });
}
