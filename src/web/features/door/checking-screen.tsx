import { WifiOff } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { codeTail } from "./ticket-code.ts";

export type CheckingScreenProps = { code: string; tries: number; onStop: () => void };

/** No response yet: states clearly that nobody has been admitted, and that the phone keeps trying. */
export function CheckingScreen({ code, tries, onStop }: CheckingScreenProps) {
  return (
    <div
      data-verdict="none"
      className="fixed inset-0 z-10 flex flex-col overflow-y-auto bg-[#0c0a08] text-[#f4ecdc] inset-ring-[0.875rem] inset-ring-[#ffb01f]"
    >
      <div className="m-auto grid w-full items-center justify-items-center gap-x-8 gap-y-[2.5dvh] p-8 text-center [@media(max-height:32rem)_and_(orientation:landscape)]:grid-cols-2">
        <div className="grid justify-items-center gap-[2dvh]">
          <WifiOff aria-hidden="true" className="size-[min(28vw,16dvh)] animate-breathe text-[#ffb01f]" />
          <p className="display text-[min(16.5vw,15dvh)] [@media(max-height:32rem)_and_(orientation:landscape)]:text-[min(9vw,24dvh)] leading-[0.9]">
            <span className="block">No</span>
            <span className="block">connection</span>
          </p>
        </div>
        <div className="grid justify-items-center gap-[2.5dvh]">
          <p className="display text-[clamp(1.75rem,min(8.5vw,6dvh),3.25rem)] leading-none text-[#ffb01f]">
            Not admitted yet
          </p>
          <p className="max-w-[32ch] text-lg">
            Trying again{tries > 1 ? ` (${tries})` : ""}. Keep the guest here. The result for ticket {codeTail(code)}{" "}
            shows as soon as the server responds.
          </p>
          <Button variant="outline" size="lg" className="border-[#f4ecdc]! text-[#f4ecdc]!" onClick={onStop}>
            Stop trying
          </Button>
        </div>
      </div>
    </div>
  );
}
