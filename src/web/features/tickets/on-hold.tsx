import { Notice } from "#web/ui/notice.tsx";

/** Why tickets let nobody in while a bank asks for their money back, and what their buyer can do. */
export function OnHold({ isAll }: { isAll: boolean }) {
  return (
    <Notice tone="soon" title={isAll ? "These tickets are on hold" : "Some of these tickets are on hold"}>
      <p>
        The bank that they were paid with asks for the money back. Until it has decided they let nobody in. If you want
        to keep them, tell your bank that the payment was right: they open the door again by themselves, under the same
        code.
      </p>
    </Notice>
  );
}
