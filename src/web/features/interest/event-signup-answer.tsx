import { LinkAnswer, leftLabels, eventLabels, Said } from "./link-answer.tsx";
import type { MailedLink } from "./mailed-link.ts";

/** The banner that asks to confirm an emailed link's step; without a link, the step was already taken. */
export function EventSignupAnswer({ link }: { link: MailedLink | undefined }) {
  return (
    <section aria-label="Reminder" className="border-b border-line bg-panel">
      <div className="measure py-8 md:py-10">
        {link ? (
          <LinkAnswer key={`${link.step} ${link.id}`} link={link} labels={eventLabels} />
        ) : (
          <Said title={leftLabels.done}>{leftLabels.more}</Said>
        )}
      </div>
    </section>
  );
}
