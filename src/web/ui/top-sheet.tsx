import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useFocusBack } from "./use-focus-back.ts";

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
