import { Check, Copy } from "lucide-react";
import { useState } from "react";
import type { PersonDetail } from "#contract/people.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { Moment } from "#web/features/desk/moment.tsx";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";

type Link = { link: string; expiresAt: string };

/** The link for a new password, for whoever has no confirmed address to which it could be sent. */
export function ResetLink({ person }: { person: PersonDetail }) {
  const write = useDeskWrite();
  const [made, setMade] = useState<Link>();
  const [isBusy, setBusy] = useState(false);
  if (person.role === "guest") return null;
  const whyNot = person.email
    ? "Has a confirmed e-mail: “Forgot your password?” sends the link there."
    : person.suspendedAt
      ? "Suspended: a new password would not let them in."
      : undefined;

  async function make() {
    setBusy(true);
    try {
      setMade(await write<Link>(`/api/admin/users/${person.id}/reset-link`, {}));
    } catch (error) {
      toast({ title: "No link was made", description: failureText(error), tone: "bad" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-1.5">
      <Button
        variant="outline"
        loading={isBusy}
        disabled={whyNot !== undefined}
        aria-describedby={whyNot ? "reset-link-why" : undefined}
        onClick={() => void make()}
      >
        Make a reset link
      </Button>
      {whyNot && (
        <p id="reset-link-why" className="text-sm text-muted">
          {whyNot}
        </p>
      )}
      <Dialog
        open={made !== undefined}
        onOpenChange={(isOpen) => !isOpen && setMade(undefined)}
        title="Reset link"
        description={`Give it to ${person.displayName} yourself: whoever has it can set a new password. It is shown this once.`}
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
            Good once, until <Moment at={made.expiresAt} />.
          </>
        }
      >
        <Input readOnly value={made.link} onFocus={(event) => event.target.select()} />
      </Field>
      <Button
        onClick={() =>
          void navigator.clipboard.writeText(made.link).then(
            () => setCopied(true),
            () =>
              toast({
                title: "The browser does not let us copy",
                description: "Select the link and copy it by hand.",
                tone: "bad",
              }),
          )
        }
      >
        {isCopied ? <Check aria-hidden="true" className="size-5" /> : <Copy aria-hidden="true" className="size-5" />}
        {isCopied ? "Copied" : "Copy link"}
      </Button>
    </div>
  );
}
