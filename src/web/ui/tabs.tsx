import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

type TabsProps = {
  value: string;
  onValueChange: (value: string) => void;
  label: string;
  tabs: { value: string; label: ReactNode; content: ReactNode }[];
};

export function Tabs({ value, onValueChange, label, tabs }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onValueChange}>
      <Radix.List aria-label={label} className="flex flex-wrap gap-x-6 border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="display -mb-px min-h-11 border-b-3 border-transparent text-xl text-muted transition-colors hover:text-ink data-[state=active]:border-gold data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-6">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
