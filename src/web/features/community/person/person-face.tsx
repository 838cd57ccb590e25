import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link, useLocation } from "#web/lib/router.ts";
import type { PersonCard } from "#contract/community/community.ts";
import { paths } from "#web/lib/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";

type FaceProps = { person: Pick<PersonCard, "name" | "avatar"> | null; className?: string };

const letterOf = (name: string) => ([...name][0] ?? "?").toUpperCase();

/** A member's picture, or their first letter. */
export const PersonFace = ({ person, className }: FaceProps) => (
  <Avatar src={person?.avatar ?? null} letter={person ? letterOf(person.name) : "·"} className={className ?? ""} />
);

/** The address that shows a member's card over the page that is open; elsewhere, over the community. */
export function usePersonAddress(): (id: number) => string {
  const { pathname, search } = useLocation();
  return (id) => {
    if (pathname !== paths.community()) return paths.community({ person: id });
    const here = new URLSearchParams(search);
    here.set("person", String(id));
    return `${pathname}?${here.toString()}`;
  };
}

type PersonLinkProps = { id: number; className?: string; label?: string; children: ReactNode };

/** A link that opens a member's card. */
export function PersonLink({ id, className, label, children }: PersonLinkProps) {
  const addressOf = usePersonAddress();
  return (
    <Link
      to={addressOf(id)}
      preventScrollReset
      aria-label={label}
      className={clsx(
        "inline-block leading-6 hover:underline hover:decoration-gold hover:decoration-2 hover:underline-offset-4",
        className,
      )}
    >
      {children}
    </Link>
  );
}
