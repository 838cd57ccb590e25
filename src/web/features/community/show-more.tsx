import { useQueryClient } from "@tanstack/react-query";
import { Button } from "#web/ui/button.tsx";
import { useAttempt } from "./say-failed.ts";

type List = { items: { id: number }[]; nextCursor: string | null };

type ShowMoreProps = {
  queryKey: readonly [string];
  list: List;
  /** Reads the page that a cursor leads to. */
  read: (cursor: string) => Promise<List>;
  /** "posts": what the list has. */
  what: string;
};

/** Reads the next page of a list and adds it to the pages that were read. What moved between two pages is shown once. */
export function ShowMore({ queryKey, list: { nextCursor }, read, what }: ShowMoreProps) {
  const queryClient = useQueryClient();
  const { press } = useAttempt(`More ${what} didn't load`);
  if (nextCursor === null) return null;
  async function load(cursor: string) {
    const page = await read(cursor);
    queryClient.setQueryData<List>(queryKey, (now) => {
      if (now?.nextCursor !== cursor) return now;
      const known = new Set(now.items.map(({ id }) => id));
      const items = [...now.items, ...page.items.filter(({ id }) => !known.has(id))];
      return { ...now, items, nextCursor: page.nextCursor };
    });
  }
  return (
    <Button variant="outline" className="mt-4 justify-self-center" {...press("more", () => load(nextCursor))}>
      Show more {what}
    </Button>
  );
}
