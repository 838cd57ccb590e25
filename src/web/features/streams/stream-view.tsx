import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ArrowRight, LockKeyhole, Ticket } from "lucide-react";
import { Suspense, useEffect } from "react";
import { Link } from "#web/lib/router.ts";
import type { StreamView as Stream, StreamCard, StreamNews } from "#contract/streams/streams.ts";
import { hyphenated } from "#web/features/events/event-title.tsx";
import { storeStream } from "#web/lib/offers.ts";
import { paths, ticketsHash } from "#web/lib/paths.ts";
import { track } from "#web/lib/track.ts";
import { useUncovered } from "#web/lib/splash.ts";
import { useNow } from "#web/lib/use-now.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { streamQuery, streamsQuery } from "./queries.ts";
import { Stage } from "./stage.tsx";
import { accessText, canWatch, isOn, listedStatus, streamStatuses, streamTime } from "./status.ts";
import { useTopic } from "#web/lib/realtime/use-topic.ts";

const ChatPanel = lazyPart("The chat", async () => (await import("#web/features/chat/chat-panel.tsx")).ChatPanel);
const OfferCard = lazyPart("The offer", async () => (await import("./offer-card.tsx")).OfferCard);

/** One stream: where it plays, what it is and how to get in. */
export function StreamView({ id }: { id: number }) {
  const now = useNow();
  const query = streamQuery(id);
  const queryClient = useQueryClient();
  const { data: stream } = useSuspenseQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data ? followMs(state.data, now) : false),
  });
  const { status } = stream;
  // The lists, and "Live now" in the navigation, change with it.
  useEffect(() => {
    const { queryKey } = streamsQuery();
    const lists = queryClient.getQueryData(queryKey);
    if (lists && listedStatus(lists, id) !== status) void queryClient.invalidateQueries({ queryKey });
  }, [queryClient, id, status]);
  useStreamNews(id);
  useEffect(() => {
    if (isOn(status)) storeStream(id);
  }, [id, status]);
  const isShowing = canWatch(status);
  useEffect(() => {
    if (isShowing) track.streamView(id);
  }, [id, isShowing]);
  return (
    <article>
      <div
        className={clsx(
          "mx-auto grid w-full max-w-[110rem] grid-cols-[minmax(0,1fr)] lg:px-6 lg:pt-6",
          "lg:grid-cols-[minmax(0,1fr)_min(22rem,50%)] lg:gap-x-4 xl:grid-cols-[minmax(0,1fr)_min(25rem,50%)]",
        )}
      >
        <div className={clsx("grid min-w-0 content-start gap-4", stream.chatRoomId === null && "lg:col-span-full")}>
          <Stage stream={stream} />
          {stream.offer && isOn(status) && (
            <div className="max-lg:px-4">
              <Suspense fallback={<Skeleton className="h-32" />}>
                <OfferCard key={`${stream.offer.kind} ${stream.offer.id}`} streamId={id} offer={stream.offer} />
              </Suspense>
            </div>
          )}
        </div>
        {/* A phone shows what the stream is before its chat; wide screens have the chat beside the stage. */}
        <StreamHeading stream={stream} />
        {stream.chatRoomId !== null && <Chat roomId={stream.chatRoomId} onSent={() => track.streamChat(id)} />}
        {stream.description && (
          <p className="max-w-[62ch] px-4 pt-6 whitespace-pre-line text-muted lg:col-start-1 lg:px-0 lg:pt-5">
            {stream.description}
          </p>
        )}
        {stream.event && <TheEvent streamId={id} event={stream.event} />}
      </div>
    </article>
  );
}

/** As high as the chat, so that nothing moves when it comes. */
const chatSpace = <Skeleton className="max-lg:h-[34rem] max-lg:max-h-[75dvh] lg:h-full" />;

/** The chat beside the stream, as high as it. It isn't part of the server's page. */
function Chat({ roomId, onSent }: { roomId: number; onSent: () => void }) {
  const isUncovered = useUncovered();
  return (
    <div className="relative max-lg:mt-4 lg:col-start-2 lg:row-start-1 lg:min-h-96">
      <div className="lg:absolute lg:inset-0">
        {isUncovered ? (
          <Suspense fallback={chatSpace}>
            <ChatPanel roomId={roomId} onSent={onSent} className="lg:h-full" />
          </Suspense>
        ) : (
          chatSpace
        )}
      </div>
    </div>
  );
}

/** What the stream is, and who can watch it. */
function StreamHeading({ stream }: { stream: Stream }) {
  const { title, access, status } = stream;
  return (
    <div className="px-4 pt-5 lg:col-start-1 lg:px-0 lg:pt-8">
      <p className="eyebrow mb-2 text-gilt md:mb-3">
        {streamStatuses[status].label} · {streamTime(stream)}
      </p>
      <h1 className="display max-w-[18ch] text-display-lg font-black wrap-break-word">{hyphenated(title)}</h1>
      <p className="mt-2 flex items-center gap-2 text-sm text-muted md:mt-4">
        {access !== "free" && <LockKeyhole className="size-4 shrink-0" />} {accessText(stream)}
      </p>
    </div>
  );
}

/** The event that a stream is from, and the way to its tickets. */
function TheEvent({ streamId, event }: { streamId: number; event: NonNullable<Stream["event"]> }) {
  return (
    <aside
      aria-label="The event"
      className="mx-4 mt-6 grid content-start gap-3 self-start rounded-md border border-line bg-panel p-5 lg:col-start-2 lg:row-span-2 lg:row-start-2 lg:mx-0 lg:mt-8"
    >
      <p className="eyebrow flex items-center gap-2 text-gilt">
        <Ticket className="size-4" /> Be there
      </p>
      <p className="display text-display-sm">
        <Link to={paths.event(event)} className="hover:underline hover:decoration-gold hover:underline-offset-4">
          {event.title}
        </Link>
      </p>
      <p className="text-sm text-muted">{streamTime(event)}</p>
      <LinkButton
        to={paths.event(event) + ticketsHash}
        variant="outline"
        className="mt-1 justify-self-start"
        onClick={() => track.streamShop(streamId)}
      >
        Tickets <ArrowRight className="size-4.5" />
      </LinkButton>
    </aside>
  );
}

const soonMs = 5 * 60_000;

/**
 * How often a page reads its stream again, in ms. The realtime channel says changes at once; this is for visitors whom
 * it doesn't reach.
 */
function followMs({ status, startsAt }: Pick<StreamCard, "status" | "startsAt">, now: number): number | false {
  if (status === "replay") return false;
  if (status === "ended") return 60_000;
  if (status === "scheduled") return Date.parse(startsAt) - now < soonMs ? 10_000 : 60_000;
  return 10_000;
}

/** Shows at once what the realtime channel says of a stream: its status, and what can be bought beside it. */
function useStreamNews(id: number): void {
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
