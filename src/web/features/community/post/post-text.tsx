import { clsx } from "clsx";
import type { MouseEvent } from "react";
import { useNavigate } from "#web/lib/router.ts";
import { usePersonAddress } from "../person/person-face.tsx";

type PostTextProps = { html: string; className?: string };

const personLink = /^\/community\?person=(\d+)$/;

/** What someone wrote, as the server cleaned it. A mention opens the member's card on the page that is open. */
export function PostText({ html, className }: PostTextProps) {
  const navigate = useNavigate();
  const addressOf = usePersonAddress();
  function openPerson(e: MouseEvent) {
    if (e.metaKey || e.ctrlKey || e.shiftKey) return;
    const link = (e.target as Element).closest("a");
    const [, id] = personLink.exec(link?.getAttribute("href") ?? "") ?? [];
    if (id === undefined) return;
    e.preventDefault();
    void navigate(addressOf(Number(id)), { preventScrollReset: true });
  }
  return (
    // Links inside are reached and pressed by keyboard; that press is a click too.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      onClick={openPerson}
      className={clsx(
        "rich-text wrap-anywhere [&_a[href^='/community?person=']]:font-semibold [&_a[href^='/community?person=']]:no-underline",
        className,
      )}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
