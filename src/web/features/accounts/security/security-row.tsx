import type { ReactNode } from "react";

export type SecurityRowProps = {
  title: string;
  badge?: ReactNode;
  text: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
};

/** One sign-in method: what it is, its status, and its action. */
export function SecurityRow({ title, badge, text, action, children }: SecurityRowProps) {
  return (
    <div className="grid gap-4 border-t border-line py-5 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="flex flex-wrap items-center gap-3 font-semibold">
            {title}
            {badge}
          </h3>
          <p className="mt-1 text-sm text-muted">{text}</p>
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}
