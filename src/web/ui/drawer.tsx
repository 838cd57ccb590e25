import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { buttonStyle } from "./button-style.ts";
import { useFocusBack } from "./use-focus-back.ts";

export type DrawerProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
};

/** A sheet from the bottom on a phone and from the right on a desktop. Its footer stays while the body scrolls. */
export function Drawer({ open, onOpenChange, title, children, footer }: DrawerProps) {
  const focusBack = useFocusBack();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-veil" />
        <Radix.Content
          {...focusBack}
          aria-describedby={undefined}
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[88dvh] animate-sheet flex-col rounded-t-xl border border-line bg-panel shadow-lift focus:outline-none md:inset-y-0 md:right-0 md:left-auto md:max-h-none md:w-[28rem] md:animate-fade md:rounded-none"
        >
          <header className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
            <Radix.Title className="display text-display-sm">{title}</Radix.Title>
            <Radix.Close className={buttonStyle("quiet", "icon")} aria-label="Close">
              <X className="size-5" />
            </Radix.Close>
          </header>
          <div className="flex-1 overflow-y-auto p-5">{children}</div>
          {footer && (
            <footer className="border-t border-line p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">{footer}</footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export type TopSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** For screen readers only: the sheet's first line is its visible heading. */
  title: string;
  children: ReactNode;
};

/** A sheet from the top edge, for typing: a phone's keyboard doesn't cover it. */
export function TopSheet({ open, onOpenChange, title, children }: TopSheetProps) {
  const focusBack = useFocusBack();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-veil" />
        <Radix.Content
          aria-describedby={undefined}
          {...focusBack}
          className="fixed inset-x-0 top-0 z-50 flex max-h-dvh animate-drop flex-col border-b border-line bg-panel shadow-lift focus:outline-none sm:mx-auto sm:mt-[9vh] sm:max-h-[78vh] sm:max-w-2xl sm:rounded-xl sm:border"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
