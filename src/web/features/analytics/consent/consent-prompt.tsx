import { Link, useLocation } from "#web/lib/router.ts";
import { answerAll } from "#web/lib/offers.ts";
import { countingSheet, withInfo } from "#web/lib/info-sheets.ts";
import { Button } from "#web/ui/button.tsx";

/** The question whether Google Analytics may count this visitor. Both answers are as easy. */
export function ConsentPrompt() {
  const { search } = useLocation();
  return (
    <section
      aria-labelledby="consent-title"
      className="fixed inset-x-3 top-[4.5rem] z-30 grid animate-rise gap-3 rounded-md border border-line bg-raised p-4 shadow-lift sm:right-auto sm:left-4 sm:w-96 lg:top-auto lg:bottom-6 lg:left-6 print:hidden"
    >
      <div className="grid gap-1">
        <h2 id="consent-title" className="font-semibold">
          OK to use Google Analytics?
        </h2>
        <p className="text-sm text-muted">
          Google would set a cookie and see which pages you open here, and this browser would remember a promoter&apos;s
          link for 30 days. We count visits without it, too:{" "}
          <Link
            to={`?${withInfo(search, countingSheet.name)}`}
            state={{ isInfo: true }}
            preventScrollReset
            className="text-ink underline underline-offset-3"
          >
            how we count
          </Link>
        </p>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button variant="outline" onClick={() => answerAll("no")}>
          No thanks
        </Button>
        <Button variant="outline" onClick={() => answerAll("yes")}>
          Allow
        </Button>
      </div>
    </section>
  );
}
