import { LinkAnswer, leftWords, nightWords, Said } from "./link-answer.tsx";
import type { MailedLink } from "./mailed-link.ts";

/** The band that asks whether the step of a mailed link is to be taken; without a link it was taken already. */
export function NightLinkAnswer({ link }: { link: MailedLink | undefined }) {
  return (
    <section aria-label="Reminder" className="border-b border-line bg-panel">
      <div className="measure py-8 md:py-10">
        {link ? (
          <LinkAnswer key={`${link.step} ${link.id}`} link={link} words={nightWords} />
        ) : (
          <Said title={leftWords.done}>{leftWords.more}</Said>
        )}
      </div>
    </section>
  );
}
