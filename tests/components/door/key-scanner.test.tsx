import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { useKeyScanner } from "#web/features/door/use-scanner.ts";

const listener = () => vi.fn<(code: string) => void>();

function Listener({ onCode }: { onCode: (code: string) => void }) {
  useKeyScanner(onCode);
  return null;
}

test("a code goes to the current listener, not to the one from when the page opened, and to none after unmount", async () => {
  const user = userEvent.setup();
  const [first, second] = [listener(), listener()];
  const page = render(<Listener onCode={first} />);
  await user.keyboard("SG-11111111{Enter}");
  page.rerender(<Listener onCode={second} />);
  await user.keyboard("SG-22222222{Enter}");
  page.unmount();
  await user.keyboard("SG-33333333{Enter}");
  expect(first.mock.calls).toEqual([["SG-11111111"]]);
  expect(second.mock.calls).toEqual([["SG-22222222"]]);
});
