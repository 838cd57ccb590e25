import type { ReactNode } from "react";
import { Moment } from "#web/features/admin/moment.tsx";

type MoneyRowProps = { amount: string; badge: ReactNode; at: string; children: ReactNode };

/** An amount, when it moved, and its status. */
export function MoneyRow({ amount, badge, at, children }: MoneyRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0">
      <p className="min-w-0 flex-1 basis-40">
        <span className="font-semibold tabular-nums">{amount}</span>
        <span className="block text-sm text-muted">{children}</span>
      </p>
      <p className="flex items-center gap-3 text-sm text-muted">
        <Moment at={at} />
        {badge}
      </p>
    </li>
  );
}
