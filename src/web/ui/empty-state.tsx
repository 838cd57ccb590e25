import type { ReactNode } from "react";

type EmptyStateProps = { icon?: ReactNode; title: ReactNode; text?: ReactNode; action?: ReactNode };

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-4 pinstripe rounded-lg border border-line bg-panel px-6 py-14 text-center">
      {icon && <div className="text-gilt [&>svg]:size-12 [&>svg]:stroke-[1.5]">{icon}</div>}
      <p className="display text-display-md">{title}</p>
      {text && <p className="max-w-prose text-muted">{text}</p>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
