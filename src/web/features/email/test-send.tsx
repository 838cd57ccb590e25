import { useState } from "react";
import { TextField } from "#web/ui/field.tsx";
import { usePress, type AdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { Button } from "#web/ui/button.tsx";

/** An address and a button that sends one test there. */
export function TestSend({ send }: { send: (write: AdminWrite, email: string, key: string) => Promise<unknown> }) {
  const [email, setEmail] = useState("");
  const press = usePress("We couldn't send the test", (write, key) => send(write, email.trim(), key));
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        label="Send a test to"
        className="min-w-[min(12rem,100%)] grow"
        type="email"
        autoComplete="email"
        value={email}
        onChange={(e) => setEmail(e.target.value)}
      />
      <Button variant="outline" disabled={!email.includes("@")} {...press}>
        Send test
      </Button>
    </div>
  );
}
