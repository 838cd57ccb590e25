import { clsx } from "clsx";
import { CircleAlert, CircleCheck, Clock, Info } from "lucide-react";
import type { ReactNode } from "react";

export type CalloutTone = "plain" | "good" | "soon" | "bad";

const styles: Record<CalloutTone, { style: string; Icon: typeof Info }> = {
  plain: { style: "border-line bg-panel [&>svg]:text-gilt", Icon: Info },
  good: { style: "border-sea/50 bg-sea-wash [&>svg]:text-sea", Icon: CircleCheck },
  soon: { style: "border-mango/50 bg-mango-wash [&>svg]:text-mango", Icon: Clock },
  bad: { style: "border-hibiscus/50 bg-hibiscus-wash [&>svg]:text-hibiscus", Icon: CircleAlert },
};

type CalloutProps = { tone?: CalloutTone; title?: ReactNode; children?: ReactNode; className?: string };

/** A notice to read before continuing. Screen readers announce a bad one at once, others when they reach it. */
export function Callout({ tone = "plain", title, children, className }: CalloutProps) {
  const { style, Icon } = styles[tone];
  return (
    <div
      role={tone === "bad" ? "alert" : undefined}
      className={clsx("flex gap-3 rounded-md border p-4", style, className)}
    >
      <Icon className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-sm text-muted">{children}</div>}
      </div>
    </div>
  );
}

/** Scrolls to an element and focuses it, so that thumb, eye and screen reader are where something new is said. */
export function focusInView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "center" });
  element?.focus({ preventScroll: true });
}

/**
 * Around what answers a press, such as a refusal: on a phone the button is pinned to the bottom, and what appears further
 * up would go unnoticed. Give it a new key if the answer changes in place.
 */
export const Focused = ({ children }: { children: ReactNode }) => (
  <div ref={focusInView} tabIndex={-1} className="scroll-my-24 outline-none">
    {children}
  </div>
);
