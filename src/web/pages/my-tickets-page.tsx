import { Suspense, useState, useSyncExternalStore } from "react";
import { Link, useSearchParams } from "#web/lib/router.ts";
import { SignInGate } from "#web/features/accounts/guard.tsx";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { profileQuery, sessionsQuery } from "#web/features/accounts/panel/queries.ts";
import { readKeptTickets } from "#web/features/tickets/kept-tickets.ts";
import { KeptEvents, MyEvents } from "#web/features/tickets/my-events.tsx";
import { claimLinkQuery } from "#web/features/comps/links/queries.ts";
import { promoterPageQuery } from "#web/features/promotions/queries.ts";
import { myTicketsQuery } from "#web/features/tickets/queries.ts";
import { isServerAway } from "#web/lib/offline.ts";
import type { PageModule } from "#web/lib/page.ts";
import { paths } from "#web/lib/paths.ts";
import { readStorage, storageKeys } from "#web/lib/safe-storage.ts";
import { Page } from "#web/ui/page.tsx";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const MyAccount = lazyPart("Your account", async () => (await import("./my-account.tsx")).MyAccount);
/** Without a network, tickets matter; what else was bought waits. */
const MyItems = lazyPart(null, async () => (await import("#web/features/fulfillment/my-items.tsx")).MyItems);
const FindTickets = lazyPart(
  "Find my tickets",
  async () => (await import("#web/features/tickets/find-tickets.tsx")).FindTickets,
);
const ConfirmEmail = lazyPart(
  "Your email confirmation",
  async () => (await import("#web/features/accounts/panel/confirm-email.tsx")).ConfirmEmail,
);

const PromoterPage = lazyPart(
  "Your promoter results",
  async () => (await import("#web/features/promotions/promoter-page.tsx")).PromoterPage,
);

const ClaimPage = lazyPart(
  "Your free tickets",
  async () => (await import("#web/features/comps/links/claim-page.tsx")).ClaimPage,
);

const StopEmailChange = lazyPart(
  "The change of your order's email",
  async () => (await import("#web/features/orders/stop-email-change.tsx")).StopEmailChange,
);

const confirmKey = "confirm-email";
/** Secret key of a promoter's results, open without an account. They live here because this page is never cached. */
const promoterKey = "promoter";
/** Secret key of a link to free tickets, open without an account. */
const claimKey = "claim";
/** Secret of the link that stops the change of an order's email, open without an account. */
const stopKey = "stop-email";
const showsAccount = (search: URLSearchParams) => search.get("section") === "account" || search.has(confirmKey);

function MyTicketsPage() {
  const { isGuest } = useUser();
  const [search] = useSearchParams();
  const onAccount = showsAccount(search);
  const token = search.get(confirmKey);
  const secret = search.get(promoterKey);
  const claim = search.get(claimKey);
  const stop = search.get(stopKey);
  if (claim) return <Claim secret={claim} />;
  if (stop) return <StopChange token={stop} />;
  if (secret) return <Results secret={secret} />;
  const title = onAccount ? "My Account" : "My Tickets";
  const description = onAccount ? "Your account with Savage Gentlemen." : "Your tickets for Savage Gentlemen events.";
  return (
    <Page meta={{ title, description, hidden: true }}>
      <div className="measure grid max-w-5xl! grid-cols-1 gap-8 py-8 md:py-14">
        <h1 className="display text-display-lg">{title}</h1>
        {!isGuest && (
          <PageTabs
            label="Tickets or account"
            tabs={[
              { to: paths.myTickets(), label: "Tickets", current: !onAccount },
              { to: paths.myTickets({ section: "account" }), label: "Account", current: onAccount },
            ]}
          />
        )}
        {onAccount ? (
          <Suspense fallback={<Spinner />}>
            {token && <ConfirmEmail key={token} token={token} />}
            <MyAccount />
          </Suspense>
        ) : (
          <>
            <MyEvents />
            <Suspense fallback={null}>
              <MyItems />
            </Suspense>
            {isGuest && (
              <Suspense fallback={null}>
                <FindTickets />
              </Suspense>
            )}
          </>
        )}
        {/* Guests have no account to manage, but they can see and delete their data too. */}
        {isGuest && (
          <Link
            to={paths.myTickets(onAccount ? {} : { section: "account" })}
            className="inline-flex min-h-11 items-center justify-self-start text-sm text-muted underline underline-offset-4 hover:text-ink"
          >
            {onAccount ? "Back to my tickets" : "Your data and how to delete it"}
          </Link>
        )}
      </div>
    </Page>
  );
}

function Results({ secret }: { secret: string }) {
  return (
    <Page meta={{ title: "Promoter", description: "Sales from a promoter link.", hidden: true }}>
      <div className="measure max-w-3xl! py-8 md:py-14">
        <Suspense fallback={<Spinner />}>
          <PromoterPage key={secret} secret={secret} />
        </Suspense>
      </div>
    </Page>
  );
}

function StopChange({ token }: { token: string }) {
  return (
    <Page meta={{ title: "Your Order", description: "Stop the change of an order's email.", hidden: true }}>
      <div className="measure max-w-3xl! py-8 md:py-14">
        <Suspense fallback={<Spinner />}>
          <StopEmailChange key={token} token={token} />
        </Suspense>
      </div>
    </Page>
  );
}

function Claim({ secret }: { secret: string }) {
  return (
    <Page meta={{ title: "Free Tickets", description: "Claim your free tickets.", hidden: true }}>
      <div className="measure max-w-3xl! py-8 md:py-14">
        <Suspense fallback={<Spinner />}>
          <ClaimPage key={secret} secret={secret} />
        </Suspense>
      </div>
    </Page>
  );
}

const never = () => () => undefined;

/** The tickets on this device, while a failing server can't say who is signed in. */
function SignedOutTickets({ redirect }: { redirect: string }) {
  const hasKept = useSyncExternalStore(
    never,
    () => isServerAway() && readStorage(storageKeys.tickets) !== null,
    () => false,
  );
  const [search] = useSearchParams();
  const [storedTickets] = useState(readKeptTickets);
  if (!hasKept || !storedTickets || search.size > 0)
    return (
      <SignInGate redirect={redirect}>
        <Suspense fallback={null}>
          <FindTickets />
        </Suspense>
      </SignInGate>
    );
  return (
    <Page meta={{ title: "My Tickets", description: "Your tickets for Savage Gentlemen events.", hidden: true }}>
      <div className="measure grid max-w-5xl! grid-cols-1 gap-8 py-8 md:py-14">
        <h1 className="display text-display-lg">My Tickets</h1>
        <KeptEvents storedTickets={storedTickets} />
      </div>
    </Page>
  );
}

export const page: PageModule = {
  Component: MyTicketsPage,
  Gate: SignedOutTickets,
  load: async ({ search, read }) => {
    const claim = search.get(claimKey);
    if (claim) return void (await read(claimLinkQuery(claim)));
    if (search.get(stopKey)) return;
    const secret = search.get(promoterKey);
    if (secret) return void (await read(promoterPageQuery(secret)));
    if (!showsAccount(search)) return void (await read(myTicketsQuery(), readKeptTickets));
    await Promise.all([read(profileQuery()), read(sessionsQuery())]);
  },
};
