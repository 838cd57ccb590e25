import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { showFailure } from "./say-failed.ts";

type List = { items: { id: number }[]; nextCursor: string | null };

type ShowMoreProps = {
  /** The key of the list, whose first element is the address of its first page. */
  queryKey: readonly [string];
  list: List;
  /** "posts": what the list has. */
  what: string;
};

/** Reads the next page of a list and adds it to the pages that were read. What moved between two pages is shown once. */
export function ShowMore({ queryKey, list: { nextCursor }, what }: ShowMoreProps) {
  const queryClient = useQueryClient();
  const [isLoading, setLoading] = useState(false);
  if (nextCursor === null) return null;
  const [path] = queryKey;
  async function load() {
    setLoading(true);
    try {
      const address = `${path}${path.includes("?") ? "&" : "?"}cursor=${nextCursor}`;
      const page = await callJson<List>("GET", address);
      queryClient.setQueryData<List>(queryKey, (now) => {
        if (now?.nextCursor !== nextCursor) return now;
        const known = new Set(now.items.map(({ id }) => id));
        return {
          ...now,
          items: [...now.items, ...page.items.filter(({ id }) => !known.has(id))],
          nextCursor: page.nextCursor,
        };
      });
    } catch (error) {
      showFailure(`More ${what} didn't load`, error);
    } finally {
      setLoading(false);
    }
  }
  return (
    <Button variant="outline" className="mt-4 justify-self-center" loading={isLoading} onClick={() => void load()}>
      Show more {what}
    </Button>
  );
}
