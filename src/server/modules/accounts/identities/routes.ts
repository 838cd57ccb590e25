import * as contract from "#contract/identities.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import type { Auth } from "../auth.ts";
import { createKeySet } from "./key-set.ts";
import { signInByIdentity } from "./service.ts";
import { hashIdentityToken, verifyToken } from "./token.ts";

/**
 * Third-party sign-in. Without a provider in the configuration the route doesn't exist, and no service is ever called.
 */
export function identityRoutes(context: RouteContext, { config, db, log }: Deps, auth: Auth): void {
  const provider = config.identityProvider;
  const findKey = provider && createKeySet(provider.jwksUrl, log);

  route(context, contract.signInWithIdentity, async (call) => {
    if (provider === undefined || findKey === undefined) throw new AppError("not_found");
    const { idToken } = call.body;
    const expected = { issuer: provider.issuer, audience: provider.projectId };
    const claims = await verifyToken(idToken, findKey, expected);
    const signedIn = await signInByIdentity(db, auth.visitor(call), {
      claims,
      tokenHash: hashIdentityToken(idToken),
    });
    return auth.signIn(call, signedIn);
  });
}
