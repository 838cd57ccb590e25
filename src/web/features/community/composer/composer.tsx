import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ImagePlus } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { postLimits } from "#contract/community/fields.ts";
import type { Post } from "#contract/community/community.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { meQuery } from "../queries.ts";
import { type Images, ImageTray, useImages } from "./image-tray.tsx";
import { MentionField } from "./mention-field.tsx";
import { failureReason } from "../say-failed.ts";

type Written = { text: string; images: { pictureId: number; alt: string }[] };

type ComposerProps = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  maxLength: number;
  /** "Post", "Reply". */
  action: string;
  /** What the button says to people who must join first. */
  joinAction: string;
  /** Sends it. What it throws is shown. */
  onSend: (written: Written) => Promise<void>;
  /** Keeps what was written and asks to join. */
  onJoin?: (written: Written) => void;
  onCancel?: (() => void) | undefined;
  hasImages?: boolean;
  formerImages?: Post["images"];
  /** The alt text of images that nobody described. */
  usualAlt?: string;
  needsImage?: boolean;
  focusFirst?: boolean;
  /** Beside the buttons: where it is posted. */
  children?: ReactNode;
};

/** Where people write. Visitors type first, and join when they send. */
export function Composer(props: ComposerProps) {
  const { value, action, joinAction, hasImages = false, needsImage = false, onCancel, focusFirst = true } = props;
  const { isAuthenticated } = useUser();
  const { data: me } = useQuery({ ...meQuery(), enabled: isAuthenticated });
  const images = useImages(props.formerImages);
  const { isBusy, failure, send } = useSending(props, images);
  const failureId = useId();
  const isEmpty = (needsImage || value.trim() === "") && images.items.length === 0;

  if (isAuthenticated && me?.trust === "muted") return <Muted until={me.mutedUntil} reason={me.mutedReason} />;
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault();
        // A form in a dialog must not send the form around the dialog.
        e.stopPropagation();
        void send(isEmpty);
      }}
      className="grid gap-3"
    >
      <MentionField
        label={props.label}
        placeholder={props.placeholder}
        value={value}
        onChange={props.onChange}
        maxLength={props.maxLength}
        rows={hasImages ? 3 : 2}
        focusFirst={focusFirst}
        describedBy={failure ? failureId : undefined}
        onSend={() => void send(isEmpty)}
      />
      {hasImages && <ImageTray images={images} />}
      {failure && (
        <p id={failureId} role="alert" className="text-sm font-medium text-hibiscus">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
        {hasImages && isAuthenticated && <AddPhotos images={images} most={me?.imageLimit ?? postLimits.imagesOfNew} />}
        {props.children}
        <span className="ml-auto flex items-center gap-2">
          <Left value={value} most={props.maxLength} />
          {onCancel && (
            <Button variant="quiet" size="sm" onClick={onCancel}>
              {value.trim() === "" || !props.onJoin ? "Cancel" : "Discard"}
            </Button>
          )}
          <Button type="submit" size="sm" loading={isBusy} disabled={isEmpty}>
            {isAuthenticated ? action : joinAction}
          </Button>
        </span>
      </div>
      <Hint value={value} me={isAuthenticated ? me : undefined} />
    </form>
  );
}

function useSending({ value, onSend, onJoin, usualAlt = "Photo" }: ComposerProps, images: Images) {
  const { isAuthenticated } = useUser();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function send(isEmpty: boolean) {
    if (isBusy || isEmpty) return;
    const written = { text: value.trim(), images: images.body(usualAlt) };
    setFailure(undefined);
    if (!isAuthenticated) return onJoin?.(written);
    if (images.isBusy) return setFailure("Wait until your photos are uploaded.");
    if (images.hasFailed) return setFailure("Remove the photos that didn't upload, or try them again.");
    setBusy(true);
    try {
      await onSend(written);
      images.clear();
    } catch (error) {
      setFailure(failureReason(error));
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, failure, send };
}

function AddPhotos({ images, most }: { images: Images; most: number }) {
  const chooser = useRef<HTMLInputElement>(null);
  const isFull = images.items.length >= most;
  return (
    <>
      <Button variant="quiet" size="sm" disabled={isFull} onClick={() => chooser.current?.click()} className="px-2!">
        <ImagePlus className="size-5" /> {images.items.length > 0 ? `${images.items.length}/${most}` : "Photos"}
      </Button>
      <input
        ref={chooser}
        type="file"
        multiple
        accept={images.accept}
        tabIndex={-1}
        aria-label="Add photos"
        className="sr-only"
        onChange={(e) => {
          images.add([...(e.target.files ?? [])], most);
          e.target.value = "";
        }}
      />
    </>
  );
}

/** How many characters are left, once that matters. */
const Left = ({ value, most }: { value: string; most: number }) =>
  value.length > most * 0.8 && (
    <span className={clsx("text-sm tabular-nums", value.length >= most ? "text-hibiscus" : "text-muted")}>
      {most - value.length} left
    </span>
  );

type HintProps = { value: string; me: { trust: string; postsUntilTrusted: number } | undefined };

/** What is good to know while one writes. */
function Hint({ value, me }: HintProps) {
  if (value === "") return null;
  return (
    <p className="text-xs text-muted">
      **bold**, *italic*, &gt; quote, @name.
      {me?.trust === "new" && " A moderator will check your first post."}
    </p>
  );
}

function Muted({ until, reason }: { until: string | null; reason: string | null }) {
  const end = until && new Date(until).toLocaleDateString("en-US", { dateStyle: "medium" });
  return (
    <Callout tone="soon" title={end ? `You can post again on ${end}` : "You can't post here"}>
      A moderator decided this{reason ? `: ${reason}` : "."}
    </Callout>
  );
}
