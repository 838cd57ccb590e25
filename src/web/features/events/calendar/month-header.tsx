import { ArrowLeft, ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { buttonStyle } from "#web/ui/button-style.ts";
import { addMonths, monthName } from "../days.ts";

export type MonthHeaderProps = { month: string; today: string; addressOf: (month: string | undefined) => string };

/** The month in large type, with links to the months around it. */
export function MonthHeader({ month, today, addressOf }: MonthHeaderProps) {
  const thisMonth = today.slice(0, 7);
  const step = (months: number, label: string, Icon: typeof ArrowLeft) => (
    <Link
      to={addressOf(addMonths(month, months))}
      preventScrollReset
      aria-label={`${label}: ${monthName(addMonths(month, months))}`}
      className={buttonStyle("outline", "icon")}
    >
      <Icon aria-hidden="true" className="size-5" />
    </Link>
  );
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      <h2 id="month" aria-live="polite" className="display text-display-lg">
        {monthName(month)}
      </h2>
      <div className="mb-1 flex gap-2">
        {step(-1, "Previous month", ArrowLeft)}
        {step(1, "Next month", ArrowRight)}
        {month !== thisMonth && (
          <Link to={addressOf(undefined)} preventScrollReset className={buttonStyle("quiet")}>
            Today
          </Link>
        )}
      </div>
    </div>
  );
}
