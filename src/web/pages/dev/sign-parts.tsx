import { formatMoney } from "#web/lib/money.ts";
import { Ticket } from "lucide-react";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Callout, type CalloutTone } from "#web/ui/callout.tsx";
import { Price } from "#web/ui/price.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Specimen } from "./specimen.tsx";
import { clsx } from "clsx";
import type { ComponentProps } from "react";

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
        <Card className="w-80">
          <DataList items={sums} />
          <div className="perforation -mx-6 mt-6 pt-4" />
          <p className="display text-display-sm">
            <Price cents={4850} from />
          </p>
          <Price cents={0} />
        </Card>
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

export function Card({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={clsx("rounded-md border border-line bg-panel p-5 sm:p-6", className)} />;
}
