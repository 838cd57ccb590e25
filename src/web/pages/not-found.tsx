import { FullMessage } from "#web/ui/full-message.tsx";
import { Page } from "#web/ui/page.tsx";
import { WayBack } from "#web/ui/link-button.tsx";

export function NotFound() {
  return (
    <Page
      meta={{
        title: "Page Not Found",
        description: "There's no page at this address.",
        canonical: null,
        hidden: true,
      }}
    >
      <FullMessage
        sign="404"
        title="Page Not Found"
        text="Sorry, we couldn't find the page you're looking for..."
        actions={<WayBack />}
      />
    </Page>
  );
}
