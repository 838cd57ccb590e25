import { formatMoney } from "#web/lib/money.ts";
import { Ticket } from "lucide-react";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { EmptyState } from "#web/ui/full-message.tsx";
import { Callout, type CalloutTone } from "#web/ui/callout.tsx";
import { Price } from "#web/ui/price.tsx";
import { Spinner, Skeleton } from "#web/ui/spinner.tsx";
import { Specimen } from "./chart-parts.tsx";
import { useState } from "react";
import { Dialog } from "#web/ui/dialog.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { Menu, MenuHeading, MenuItem, MenuLine } from "#web/ui/menu.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { toast } from "#web/ui/toast.ts";

const sizes = ["text-display-xl", "text-display-lg", "text-display-md", "text-display-sm"];

const grounds = [
  "bg-page",
  "bg-panel",
  "bg-raised",
  "bg-line",
  "bg-edge",
  "bg-gold",
  "bg-sea-wash",
  "bg-hibiscus-wash",
  "bg-mango-wash",
];
const letters = ["text-ink", "text-muted", "text-gilt", "text-sea", "text-hibiscus", "text-mango"];

/** The colors and type. */
export function StyleParts() {
  return (
    <>
      <Specimen name="Type">
        <div className="grid min-w-0 gap-5">
          {sizes.map((size) => (
            <p key={size} className={`display ${size}`}>
              J'ouvert, Nov 28
            </p>
          ))}
          <p className="eyebrow text-gilt">Eyebrow: next event · Brooklyn</p>
          <p className="max-w-prose">
            Text in Hanken Grotesk. Doors at ten, road at midnight. The price you see includes all fees, and your ticket
            is on your phone before the receipt is in your email.
          </p>
          <p className="max-w-prose text-sm text-muted">Small and muted, for secondary text.</p>
        </div>
      </Specimen>
      <Specimen name="Grounds">
        {grounds.map((ground) => (
          <div key={ground} className="grid gap-1 text-sm text-muted">
            <div className={`${ground} size-20 rounded-sm border border-line`} />
            {ground.slice(3)}
          </div>
        ))}
      </Specimen>
      <Specimen name="Letters">
        {["bg-page", "bg-panel", "bg-raised"].map((ground) => (
          <p key={ground} className={`${ground} flex flex-wrap gap-4 rounded-sm border border-line p-4`}>
            {letters.map((letter) => (
              <span key={letter} className={letter}>
                {letter.slice(5)}
              </span>
            ))}
          </p>
        ))}
      </Specimen>
    </>
  );
}

const badges: BadgeTone[] = ["plain", "gold", "good", "soon", "gone", "on-poster"];
const tones: CalloutTone[] = ["plain", "good", "soon", "bad"];
const sums = [
  { term: "2 × Early bird", detail: formatMoney(9700) },
  { term: "Discount", detail: formatMoney(0) },
  { term: "Total", detail: formatMoney(9700), strong: true },
];

export function SignParts() {
  return (
    <>
      <Specimen name="Badge">
        {badges.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Specimen>
      <Specimen name="Notice">
        {tones.map((tone) => (
          <Callout key={tone} tone={tone} title={`A ${tone} notice`} className="w-72">
            With a sentence that says what to do.
          </Callout>
        ))}
      </Specimen>
      <Specimen name="Card, list, price">
        <div className="w-80 rounded-md border border-line bg-panel p-5 sm:p-6">
          <DataList items={sums} />
          <div className="perforation -mx-6 mt-6 pt-4" />
          <p className="display text-display-sm">
            <Price cents={4850} from />
          </p>
          <Price cents={0} />
        </div>
        <Avatar letter="S" src="/brand/icon-192.png" />
        <Avatar letter="A" />
        <Avatar letter="U" src="/missing.png" />
        <Avatar letter="M" className="size-16! text-4xl!" />
      </Specimen>
      <Specimen name="Waiting, empty">
        <div className="grid w-64 gap-2">
          <Skeleton className="aspect-4/5" />
          <Skeleton className="h-5 w-2/3" />
        </div>
        <div className="w-64">
          <Spinner />
        </div>
        <div className="w-80 max-w-full grow">
          <EmptyState
            icon={<Ticket />}
            title="No tickets yet"
            text="Your tickets show up here as soon as you get them."
            action={<Button>See upcoming events</Button>}
          />
        </div>
      </Specimen>
    </>
  );
}

export function OverlayParts() {
  const [open, setOpen] = useState<"dialog" | "drawer">();
  const [tab, setTab] = useState("one");
  const close = () => setOpen(undefined);
  return (
    <>
      <Specimen name="Overlays">
        <Button variant="outline" onClick={() => setOpen("dialog")}>
          Dialog
        </Button>
        <Button variant="outline" onClick={() => setOpen("drawer")}>
          Drawer
        </Button>
        <Menu trigger={<Button variant="outline">Menu</Button>}>
          <MenuHeading>Admiral Ade (Admin)</MenuHeading>
          <MenuLine />
          <MenuItem onSelect={() => undefined}>My Tickets</MenuItem>
          <MenuItem onSelect={() => undefined}>Logout</MenuItem>
        </Menu>
        {(["plain", "good", "bad"] as const).map((tone) => (
          <Button
            key={tone}
            variant="outline"
            onClick={() => toast({ title: `A ${tone} toast`, description: "One at a time, five seconds.", tone })}
          >
            Toast {tone}
          </Button>
        ))}
        <Dialog
          open={open === "dialog"}
          onClose={close}
          title="A dialog"
          description="With a line that says what it is for."
        >
          <Button onClick={close}>Done</Button>
        </Dialog>
        <Drawer
          open={open === "drawer"}
          onClose={close}
          title="A drawer"
          footer={<Button onClick={close}>Done</Button>}
        >
          Its body scrolls, its footer stays.
        </Drawer>
      </Specimen>
      <Specimen name="Tabs">
        <Tabs
          value={tab}
          onValueChange={setTab}
          label="Example"
          tabs={[
            { value: "one", label: "Login", content: "The first" },
            { value: "two", label: "Register", content: "The second" },
          ]}
        />
      </Specimen>
    </>
  );
}
