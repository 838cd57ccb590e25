import { Button } from "#web/ui/button.tsx";
import { FullMessage } from "#web/ui/full-message.tsx";

/** The specification's error screen. */
export function ErrorScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <title>Something went wrong | Savage Gentlemen Lifestyle | SGX Media</title>
      <FullMessage
        sign="500"
        title="Something went wrong"
        text="We've encountered an unexpected error. Our team has been notified."
        actions={
          <>
            <Button onClick={onRetry}>Try Again</Button>
            <Button variant="outline" onClick={() => window.location.reload()}>
              Reload Page
            </Button>
          </>
        }
      />
    </>
  );
}
