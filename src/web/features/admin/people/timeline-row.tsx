import {
  Banknote,
  Circle,
  DoorOpen,
  Mail,
  Package,
  ShieldCheck,
  Ticket,
  UserRound,
  type LucideIcon,
} from "lucide-react";
import { Link } from "#web/lib/router.ts";
import type { PersonMoment } from "#contract/accounts/person-records.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { describeAction } from "#web/features/audit/describe-action.ts";

type MomentLabel = { label: string; Icon: LucideIcon };

export const momentKinds: Record<string, MomentLabel> = {
  account: { label: "Account", Icon: UserRound },
  order: { label: "Orders", Icon: Banknote },
  ticket: { label: "Tickets", Icon: Ticket },
  shipment: { label: "Items", Icon: Package },
  admission: { label: "Check-in", Icon: DoorOpen },
  mail: { label: "Emails", Icon: Mail },
  staff: { label: "Staff actions", Icon: ShieldCheck },
};

/** A kind without words of its own is shown as it is named. */
export const momentLabel = (kind: string): MomentLabel =>
  momentKinds[kind] ?? { label: kind.charAt(0).toUpperCase() + kind.slice(1), Icon: Circle };

/** One timeline entry, on the line that joins it to its neighbors. */
export function TimelineRow({ moment }: { moment: PersonMoment }) {
  const { Icon, label } = momentLabel(moment.kind);
  return (
    <li className="relative grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 px-4 py-3 text-sm before:absolute before:top-0 before:bottom-0 before:left-8 before:w-px before:bg-line first:before:top-5 last:before:bottom-auto last:before:h-5">
      <span className="relative grid size-8 place-items-center rounded-full border border-line bg-raised text-gilt">
        <Icon className="size-4" strokeWidth={1.75} />
        <span className="sr-only">{label}</span>
      </span>
      <div className="grid gap-0.5 pt-1">
        <p className="font-semibold wrap-anywhere">{titleOf(moment)}</p>
        <p className="text-muted wrap-anywhere">
          <Moment at={moment.at} relative />
          {moment.detail && `\u00A0· ${moment.detail.replaceAll(" · ", "\u00A0· ")}`}
        </p>
      </div>
    </li>
  );
}

function titleOf({ title, path, audit }: PersonMoment) {
  if (audit) return `${audit.staff.name} ${describeAction(audit)}`;
  if (!path) return title;
  return (
    <Link to={path} className="underline-offset-3 hover:underline">
      {title}
    </Link>
  );
}
