import type { WithoutEmail } from "#contract/attendee-updates.ts";
import { formatCount } from "#web/admin-kit/figures.tsx";
import { Callout } from "#web/ui/callout.tsx";

/** Names the ticket holders whom no email reaches, so that staff can call them; renders nothing if there are none. */
export function CallThem({ people: { count, names } }: { people: WithoutEmail }) {
  if (count === 0) return null;
  const more = count - names.length;
  return (
    <Callout
      tone="soon"
      title={count === 1 ? "1 ticket holder has no email" : `${formatCount(count)} ticket holders have no email`}
    >
      <p className="wrap-anywhere">
        {`Call them: ${names.join(", ")}${more > 0 ? ` and ${formatCount(more)} more` : ""}.`}
      </p>
    </Callout>
  );
}
