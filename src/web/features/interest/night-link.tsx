import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { mailedLinkIn } from "./mailed-link.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const NightLinkAnswer = lazyPart(
  "The answer to your link",
  async () => (await import("./night-link-answer.tsx")).NightLinkAnswer,
);

/** On a night's page: where the links lead that are mailed to whoever waits for its tickets. */
export function NightLink() {
  const [search] = useSearchParams();
  const link = mailedLinkIn(search);
  const hasLeft = search.has("left");
  if (link === undefined && !hasLeft) return null;
  return (
    <Suspense>
      <NightLinkAnswer link={link} />
    </Suspense>
  );
}
