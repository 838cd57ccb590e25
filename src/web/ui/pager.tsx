import { clsx } from "clsx";
import { ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import { Link } from "#web/lib/router.ts";
import { buttonStyle } from "./button-style.ts";

/** What a step is called, and where it leads. Without an address its button is disabled. */
type Step = { to: string | undefined; label: string };

type PagerProps = {
  /** Names the list, because a page may have several. */
  label: string;
  /** Which part of the list is on screen. */
  text: string;
  before: Step;
  next: Step;
  /** Under a table it is small, and its steps are icons. */
  isSmall?: boolean;
};

/** Which part of a list is on screen, and links to the parts before and after. */
export function Pager({ label, text, before, next, isSmall = false }: PagerProps) {
  return (
    <nav
      aria-label={label}
      className={clsx(
        "flex flex-wrap items-center border-t border-line",
        isSmall ? "gap-x-1 px-4 py-2" : "mt-16 justify-between gap-4 pt-6",
      )}
    >
      <StepLink {...before} rel="prev" Icon={ChevronLeft} isSmall={isSmall} />
      <p
        aria-live="polite"
        className={clsx(
          "tabular-nums",
          // On a phone, the buttons need the whole row.
          isSmall
            ? "order-first mr-auto text-sm text-muted"
            : "font-display text-xl font-bold max-sm:order-first max-sm:w-full max-sm:text-center",
        )}
      >
        {text}
      </p>
      <StepLink {...next} rel="next" Icon={ChevronRight} isSmall={isSmall} />
    </nav>
  );
}

type StepLinkProps = Step & { rel: "prev" | "next"; Icon: LucideIcon; isSmall: boolean };

function StepLink({ to, label, rel, Icon, isSmall }: StepLinkProps) {
  const style = isSmall ? buttonStyle("quiet", "icon") : buttonStyle("outline", "md");
  const inside = (
    <>
      {(isSmall || rel === "prev") && <Icon className="size-5" />}
      {!isSmall && label}
      {!isSmall && rel === "next" && <Icon className="size-5" />}
    </>
  );
  return to === undefined ? (
    <button type="button" disabled aria-label={label} className={style}>
      {inside}
    </button>
  ) : (
    <Link to={to} rel={rel} aria-label={label} className={style}>
      {inside}
    </Link>
  );
}

type PageLinksProps = { total: number; page: number; pageSize: number; addressOf: (page: number) => string };

/** The pager of a list on a public page; nothing if there is only one page. */
export function PageLinks({ total, page, pageSize, addressOf }: PageLinksProps) {
  const pages = Math.ceil(total / pageSize);
  if (pages < 2) return null;
  const step = (to: number, label: string) => ({ to: to >= 1 && to <= pages ? addressOf(to) : undefined, label });
  const steps = { before: step(Math.min(page - 1, pages), "Previous"), next: step(page + 1, "Next") };
  return <Pager label="Pages" text={`Page ${page} of ${pages}`} {...steps} />;
}
