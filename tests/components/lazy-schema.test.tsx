import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { FileGone } from "#web/lib/fetch-first.ts";
import { FormFailure } from "#web/ui/form-failure.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";

const nameForm = z.object({ name: z.string().check(z.minLength(3, "Too short")) });

function NameForm({ load, submit }: { load: () => Promise<typeof nameForm>; submit: (body: object) => void }) {
  const form = useZodForm({ schema: load, defaults: { name: "" }, failureText: () => "Not sent", submit });
  const { input, error } = form.field("name");
  return (
    <form {...form.props}>
      <input aria-label="Name" {...input} />
      {error} <FormFailure form={form} />
      <button type="submit">Send</button>
    </form>
  );
}

test("a form loads its schema when someone starts to use it, and checks by it", async () => {
  const load = vi.fn<() => Promise<typeof nameForm>>(() => Promise.resolve(nameForm));
  const submit = vi.fn<(body: object) => void>();
  const { unmount } = render(<NameForm load={load} submit={submit} />);
  expect(load).not.toHaveBeenCalled();
  const user = userEvent.setup();
  await user.click(screen.getByLabelText("Name"));
  expect(load).toHaveBeenCalled();
  await user.keyboard("Al{Enter}");
  await screen.findByText(/Too short/);
  await user.type(screen.getByLabelText("Name"), "ma{Enter}");
  await waitFor(() => expect(submit).toHaveBeenCalledOnce());
  expect(submit.mock.calls[0]![0]).toEqual({ name: "Alma" });
  unmount();
});

test("a form whose schema can't be loaded sends nothing, says so, and keeps what was typed", async () => {
  const load = vi.fn<() => Promise<typeof nameForm>>(() => Promise.reject(new TypeError("Failed to fetch")));
  const submit = vi.fn<(body: object) => void>();
  const { unmount } = render(<NameForm load={load} submit={submit} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Name"), "Alma{Enter}");
  await screen.findByText("You're offline, so nothing was sent. Check your connection and try again.");
  expect(screen.queryByRole("button", { name: "Reload page" })).toBeNull();
  expect(submit).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Alma");
  load.mockImplementation(() => Promise.resolve(nameForm));
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(submit).toHaveBeenCalledOnce());
  unmount();
});

test("a form whose schema a newer release replaced says so and offers to reload", async () => {
  const gone = () => Promise.reject(new FileGone("Failed to fetch /assets/form.js: 404"));
  const submit = vi.fn<(body: object) => void>();
  const { unmount } = render(<NameForm load={gone} submit={submit} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Name"), "Alma{Enter}");
  await screen.findByText("We updated the site since you opened this page. Reload to continue.");
  screen.getByRole("button", { name: "Reload page" });
  expect(submit).not.toHaveBeenCalled();
  unmount();
});

test("a form that nobody touches loads its schema once the browser is idle", () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal("requestIdleCallback", (run: () => void) => idle.push(run));
  try {
    const load = vi.fn<() => Promise<typeof nameForm>>(() => Promise.resolve(nameForm));
    const { unmount } = render(<NameForm load={load} submit={vi.fn<() => void>()} />);
    expect(load).not.toHaveBeenCalled();
    for (const run of idle) run();
    expect(load).toHaveBeenCalledOnce();
    unmount();
    const later = render(<NameForm load={load} submit={vi.fn<() => void>()} />);
    later.unmount();
    for (const run of idle.slice(1)) run();
    expect(load).toHaveBeenCalledOnce();
  } finally {
    vi.unstubAllGlobals();
  }
});
