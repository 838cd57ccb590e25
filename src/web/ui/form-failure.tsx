import { Button } from "./button.tsx";
import { Callout } from "./callout.tsx";

type FormFailureProps = { form: { failure: string | undefined; isOutdated: boolean } };

/** What went wrong with a form, and a way to reload the page if only that helps. */
export function FormFailure({ form }: FormFailureProps) {
  if (!form.failure) return null;
  return (
    <Callout tone="bad" title={form.failure}>
      {form.isOutdated && (
        <Button variant="outline" size="sm" className="mt-2" onClick={() => window.location.reload()}>
          Reload page
        </Button>
      )}
    </Callout>
  );
}
