import { useQuery } from "@tanstack/react-query";
import { useNow } from "#web/lib/use-now.ts";
import { headlineQuery, type TopicEvent } from "../queries.ts";

/** The event that the posts are about, also if it was too long ago to be among the topics. */
export function useShownTopic(eventId: number | undefined, topics: TopicEvent[]): TopicEvent | undefined {
  const now = useNow();
  const { data: event } = useQuery({ ...headlineQuery(eventId ?? 0), enabled: eventId !== undefined });
  const known = topics.find((topic) => topic.event.id === eventId);
  if (known || !event) return known;
  return { event, phase: Date.parse(event.endsAt) < now ? "after" : "before", postCount: 0 };
}
