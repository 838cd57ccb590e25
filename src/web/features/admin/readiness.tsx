import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Circle, CircleAlert, CircleCheck, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { Link } from "#web/lib/router.ts";
import type { Readiness, ReadinessName } from "#contract/admin/readiness.ts";
import { Meter } from "#web/admin-kit/meter.tsx";
import { ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { emailPath } from "#web/features/email/queries.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { readStorage, storageKeys, writeStorage } from "#web/lib/safe-storage.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";

type Step = Readiness["steps"][number];

const pages: Record<ReadinessName, { label: string; to: string }> = {
  contact: { label: "Contact email", to: paths.admin({ section: "settings" }) },
  policies: { label: "Policies", to: paths.admin({ section: "settings" }) },
  payments: { label: "Payments", to: paths.admin({ section: "settings" }) },
  email: { label: "Email", to: emailPath("settings") },
  security: { label: "Two-factor", to: paths.myTickets({ section: "account" }) },
  event: { label: "First event", to: withQuery(paths.admin({ section: "events" }), { new: 1 }) },
  purchase: { label: "Test purchase", to: paths.events() },
  staff: { label: "Staff", to: paths.userManagement() },
};

const looks: Record<Step["outcome"], { Icon: LucideIcon; style: string; label: string }> = {
  fine: { Icon: CircleCheck, style: "text-sea", label: "Done" },
  warning: { Icon: Circle, style: "text-muted", label: "To do" },
  broken: { Icon: CircleAlert, style: "text-hibiscus", label: "Not working" },
};

/** What the site needs before it sells, and whether it's in test mode. Shows nothing once it sells for real. */
export function ReadyToSell() {
  const query = useQuery(adminQuery("GET /api/admin/readiness", {}, 60_000));
  const { data } = query;
  if (!data) {
    return query.error ? (
      <ReadFailure label="What the site needs before it sells" query={query} />
    ) : (
      <Skeleton className="h-24" />
    );
  }
  return (
    <>
      {data.isTestMode && (
        <Callout tone="soon" title="Test mode: no real money moves">
          Checkout takes test cards only, until a live Stripe account is connected.{" "}
          <Link to={pages.payments.to} className="text-ink underline underline-offset-3">
            Settings
          </Link>
        </Callout>
      )}
      {data.steps.some(({ outcome }) => outcome !== "fine") && <Steps steps={data.steps} />}
    </>
  );
}

/** The steps; whoever folds them keeps seeing how many are done, and what doesn't work. */
function Steps({ steps }: { steps: Step[] }) {
  const [isFolded, setFolded] = useState(() => readStorage(storageKeys.readinessFolded) === "yes");
  const done = steps.filter(({ outcome }) => outcome === "fine").length;
  const shown = isFolded ? steps.filter(({ outcome }) => outcome === "broken") : steps;
  function fold() {
    writeStorage(storageKeys.readinessFolded, isFolded ? "no" : "yes");
    setFolded(!isFolded);
  }
  return (
    <section aria-labelledby="ready-to-sell" className="grid gap-4 rounded-md border border-line bg-panel p-5">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="ready-to-sell" className="display text-display-sm">
          Get ready to sell
        </h2>
        <div className="flex items-center gap-2">
          <p className="text-sm text-muted tabular-nums">
            {done} of {steps.length} done
          </p>
          <Button variant="quiet" size="sm" aria-expanded={!isFolded} onClick={fold}>
            {isFolded ? "Show steps" : "Hide steps"}
          </Button>
        </div>
        <Meter whole={steps.length} parts={[{ value: done, tone: "sea", label: "Done" }]} />
      </header>
      {shown.length > 0 && (
        <ol className="across-2 gap-x-8 gap-y-4">
          {shown.map((step) => (
            <StepRow key={step.name} step={step} />
          ))}
        </ol>
      )}
    </section>
  );
}

function StepRow({ step: { name, outcome, says, mend } }: { step: Step }) {
  const { Icon, style, label } = looks[outcome];
  const page =
    outcome === "fine" && name === "event" ? { ...pages.event, to: paths.admin({ section: "events" }) } : pages[name];
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] content-start items-start gap-x-3">
      <Icon aria-hidden="true" className={clsx("mt-0.5 size-5", style)} />
      <div className="grid min-w-0 content-start gap-0.5">
        <p>
          <Link to={page.to} className="font-semibold underline underline-offset-3">
            {page.label}
          </Link>
          <span className={clsx("ml-2 text-sm", outcome === "fine" ? "sr-only" : style)}>{label}</span>
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {says} {mend}
        </p>
      </div>
    </li>
  );
}
