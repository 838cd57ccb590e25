import { useQueryClient } from "@tanstack/react-query";
import type { StreamCard, StreamNews } from "#contract/streams/streams.ts";
import { useTopic } from "#web/lib/realtime/use-topic.ts";
import { streamQuery } from "./queries.ts";

const soonMs = 5 * 60_000;

/**
 * How often a page reads its stream again, in ms. The realtime channel says changes at once; this is for visitors whom
 * it doesn't reach.
 */
export function followMs({ status, startsAt }: Pick<StreamCard, "status" | "startsAt">, now: number): number | false {
  if (status === "replay") return false;
  if (status === "ended") return 60_000;
  if (status === "scheduled") return Date.parse(startsAt) - now < soonMs ? 10_000 : 60_000;
  return 10_000;
}

/** Shows at once what the realtime channel says of a stream: its status, and what can be bought beside it. */
export function useStreamNews(id: number): void {
  const queryClient = useQueryClient();
  const { queryKey } = streamQuery(id);
  useTopic(`stream.${id}`, {
    message(type, data) {
      if (type !== "status" && type !== "offer") return;
      const news = data as StreamNews[typeof type];
      queryClient.setQueryData(queryKey, (stream) => stream && { ...stream, ...news });
    },
    reset: () => void queryClient.invalidateQueries({ queryKey }),
  });
}
