import { type ReactNode, useId } from "react";
import { Button, type ButtonProps } from "#web/ui/button.tsx";

/** One section of the account settings: what it is on the left, the controls on the right. */
export function PanelSection({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-5 border-t border-line py-8 first:border-t-0 first:pt-0 md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] md:gap-12 md:py-10 md:first:pt-2"
    >
      <div className="grid content-start gap-2">
        <h2 id={id} className="display text-display-sm">
          {title}
        </h2>
        <p className="max-w-[46ch] text-sm text-muted">{text}</p>
      </div>
      <div className="grid max-w-xl grid-cols-1 content-start gap-5">{children}</div>
    </section>
  );
}

type SecurityRowProps = {
  title: string;
  badge?: ReactNode;
  text: ReactNode;
  /** The props of its button. */
  action?: ButtonProps | false;
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
        {action && <Button variant="outline" size="sm" {...action} />}
      </div>
      {children}
    </div>
  );
}

type PanelButtonsProps = ButtonProps & { action: string; onCancel?: (() => void) | undefined };

/** A form's buttons: the one that sends it, and Cancel. */
export const PanelButtons = ({ action, onCancel, ...button }: PanelButtonsProps) => (
  <div className="flex flex-wrap gap-3">
    <Button type="submit" {...button}>
      {action}
    </Button>
    {onCancel && (
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    )}
  </div>
);
