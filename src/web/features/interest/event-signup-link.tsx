import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { mailedLinkIn } from "./link-answer.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const EventSignupAnswer = lazyPart("Your reminder", async () => (await import("./link-answer.tsx")).EventSignupAnswer);

/** On an event's page: the target of the links that we email to people waiting for its tickets. */
export function EventSignupLink() {
  const [search] = useSearchParams();
  const link = mailedLinkIn(search);
  const hasLeft = search.has("left");
  if (link === undefined && !hasLeft) return null;
  return (
    <Suspense>
      <EventSignupAnswer link={link} />
    </Suspense>
  );
}
