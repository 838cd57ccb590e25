import { Download } from "lucide-react";
import { useState } from "react";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { failureText } from "../failure-text.ts";
import { useFreshProof } from "../security/fresh-proof.tsx";
import { ProofGivenUp } from "../security/proof-given-up.ts";
import { PanelSection } from "./panel-section.tsx";

const fileName = "savage-gentlemen-my-data.json";

export function RecordsSection() {
  const withProof = useFreshProof();
  const [loading, setLoading] = useState(false);

  async function download() {
    setLoading(true);
    try {
      const file = await (await withProof(() => call("GET", "/api/me/export"))).blob();
      const link = document.createElement("a");
      link.href = URL.createObjectURL(file);
      link.download = fileName;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      toast({ title: "Download ready", description: fileName, tone: "good" });
    } catch (error) {
      if (!(error instanceof ProofGivenUp))
        toast({ title: "Download failed", description: failureText(error), tone: "bad" });
    }
    setLoading(false);
  }

  return (
    <PanelSection
      title="Your data"
      text="Everything we have about you in one file: profile, orders, tickets, emails and sign-ins."
    >
      <Button variant="outline" className="justify-self-start" loading={loading} onClick={() => void download()}>
        <Download aria-hidden="true" className="size-5" /> Download my data
      </Button>
    </PanelSection>
  );
}
