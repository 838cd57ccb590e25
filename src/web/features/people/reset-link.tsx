import { Check, Copy } from "lucide-react";
import { useState } from "react";
import type { PersonDetail } from "#contract/people.ts";
import { Moment } from "#web/features/admin/moment.tsx";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { usePress } from "#web/features/admin/use-press.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";

type Link = { link: string; expiresAt: string };

/** Creates a password reset link for an account without a confirmed email to send it to. */
export function ResetLink({ person }: { person: PersonDetail }) {
  const write = useAdminWrite();
  const [made, setMade] = useState<Link>();
  const make = usePress("We couldn't create a link", async () =>
    setMade(await write<Link>(`/api/admin/users/${person.id}/reset-link`, {})),
  );
  if (person.role === "guest") return null;
  const whyNot = person.email
    ? "They have a confirmed email, so “Forgot your password?” can send them a link."
    : person.suspendedAt
      ? "The account is suspended, so a new password wouldn't let them in."
      : undefined;

  return (
    <div className="grid gap-1.5">
      <Button
        variant="outline"
        disabled={whyNot !== undefined}
        aria-describedby={whyNot ? "reset-link-why" : undefined}
        {...make}
      >
        Create reset link
      </Button>
      {whyNot && (
        <p id="reset-link-why" className="text-sm text-muted">
          {whyNot}
        </p>
      )}
      <Dialog
        open={made !== undefined}
        onClose={() => setMade(undefined)}
        title="Reset link"
        description={`Give this link to ${person.displayName} yourself. Anyone who has it can set a new password. We only show it once.`}
      >
        {made && <MadeLink made={made} />}
      </Dialog>
    </div>
  );
}

function MadeLink({ made }: { made: Link }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="grid gap-4">
      <Field
        label="Link"
        hint={
          <>
            Works once, until <Moment at={made.expiresAt} />.
          </>
        }
      >
        <Input readOnly value={made.link} onFocus={(e) => e.target.select()} />
      </Field>
      <Button
        onClick={() =>
          void navigator.clipboard.writeText(made.link).then(
            () => setCopied(true),
            () =>
              toast({
                title: "Your browser blocked copying",
                description: "Select the link and copy it manually.",
                tone: "bad",
              }),
          )
        }
      >
        {isCopied ? <Check className="size-5" /> : <Copy className="size-5" />}
        {isCopied ? "Copied" : "Copy link"}
      </Button>
    </div>
  );
}
