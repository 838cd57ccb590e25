import { clsx } from "clsx";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { CloseButton, type DialogProps } from "./dialog.tsx";
import { PartBoundary } from "./part-boundary.tsx";
import { useFocusBack } from "./use-focus-back.ts";

type SheetProps = Pick<DialogProps, "open" | "onClose" | "title" | "children">;

/** A sheet at an edge of the screen; its class says which. */
function Sheet({ open = true, onClose, className, children }: Omit<SheetProps, "title"> & { className: string }) {
  const focusBack = useFocusBack();
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-veil" />
        <Radix.Content
          {...focusBack}
          aria-describedby={undefined}
          className={clsx(
            "fixed inset-x-0 z-50 flex flex-col border-line bg-panel shadow-lift focus:outline-none",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type DrawerProps = SheetProps & {
  footer?: ReactNode;
  /** It is filled in: its first field gets the focus instead of its Close button. */
  isForm?: boolean;
};

/** A sheet from the bottom on a phone and from the right on a desktop. Its footer stays while the body scrolls. */
export function Drawer({ title, children, footer, isForm = false, ...state }: DrawerProps) {
  return (
    <Sheet
      {...state}
      className="bottom-0 max-h-[88dvh] animate-sheet rounded-t-xl border md:inset-y-0 md:right-0 md:left-auto md:max-h-none md:w-[28rem] md:animate-fade md:rounded-none"
    >
      <header className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
        <Radix.Title className={clsx("display text-display-sm", isForm && "flex min-h-11 items-center pr-14")}>
          {title}
        </Radix.Title>
        {!isForm && <CloseButton />}
      </header>
      <div className="flex-1 overflow-y-auto p-5">
        <PartBoundary>{children}</PartBoundary>
      </div>
      {footer && (
        <footer className="border-t border-line p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">{footer}</footer>
      )}
      {isForm && (
        <div className="absolute top-3 right-5">
          <CloseButton />
        </div>
      )}
    </Sheet>
  );
}

/**
 * A sheet from the top edge, for typing: a phone's keyboard doesn't cover it. Its title is for screen readers only: its
 * first line is its visible heading.
 */
export function TopSheet({ title, children, ...state }: SheetProps) {
  return (
    <Sheet
      {...state}
      className="top-0 max-h-dvh animate-drop border-b sm:mx-auto sm:mt-[9vh] sm:max-h-[78vh] sm:max-w-2xl sm:rounded-xl sm:border"
    >
      <Radix.Title className="sr-only">{title}</Radix.Title>
      <PartBoundary>{children}</PartBoundary>
    </Sheet>
  );
}
