import { browserRefuses, useConsent } from "#web/lib/consent.ts";
import { countingSheet } from "#web/lib/info-sheets.ts";
import { useSite } from "#web/lib/site.ts";
import { Button } from "#web/ui/button.tsx";
import { answerAll } from "#web/lib/offers.ts";
import { Drawer } from "#web/ui/drawer.tsx";

/** What is counted of a visit, why that needs no consent, and the visitor's answer about Google Analytics. */
export function CountingSheet({ onClose }: { onClose: () => void }) {
  const { measurementId } = useSite();
  return (
    <Drawer title={countingSheet.label} onClose={onClose}>
      <div className="grid gap-6">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the text scrolls, also by keyboard */}
        <div className="rich-text" role="group" aria-label="Our own counting" tabIndex={0}>
          <p>
            We count visits ourselves, to learn which pages, events and products people look at and which links bring
            them here. We set no cookie for it, nobody else gets the data, and it can&apos;t show who you are or follow
            you to other sites. So we don&apos;t ask for your consent.
          </p>
          <h3>What we store</h3>
          <ul>
            <li>The page, event, product or stream, and the time</li>
            <li>The type of device and the name of the browser</li>
            <li>The site or link that you came from</li>
            <li>A visitor number that changes every day</li>
          </ul>
          <h3>What we don&apos;t</h3>
          <p>
            We don&apos;t store your IP address, your account or your name with a visit. Your browser keeps a random
            number for this site. We turn it into the day&apos;s visitor number with a key that we delete within three
            days. After that, nobody can tell that two days&apos; visits were yours, not even us. Single visits are
            deleted after about nine weeks; only totals stay.
          </p>
          <p>When you buy something, your order remembers the link and the type of device that you came by.</p>
          <h3>At checkout</h3>
          <p>
            So that nobody holds all the tickets, we count what each network or confirmed email has on hold and what it
            let expire. We store a scrambled form of it with those numbers and nothing else, for a day at most.
            It&apos;s part of your data download.
          </p>
        </div>
        {measurementId !== null && <GoogleAnalytics />}
      </div>
    </Drawer>
  );
}

function GoogleAnalytics() {
  const consent = useConsent();
  const isOn = consent === "yes";
  return (
    <section aria-labelledby="google-analytics" className="grid gap-3 rounded-md border border-line bg-raised p-4">
      <h3 id="google-analytics" className="font-semibold">
        Google Analytics is {isOn ? "on" : "off"}
      </h3>
      <p className="text-sm text-muted">
        If you allow it, Google sets a cookie, sees your IP address and learns which pages, events and products you open
        here. Advertising is off. Until you do, nothing is loaded from Google. This browser also remembers the promoter
        whose link you followed for 30 days, so that they get credit for your order; otherwise only until you close the
        tab.
      </p>
      {browserRefuses() ? (
        <p className="text-sm">Your browser asks sites not to do this (Global Privacy Control), so it stays off.</p>
      ) : (
        <Button variant="outline" className="justify-self-start" onClick={() => answerAll(isOn ? "no" : "yes")}>
          {isOn ? "Turn off" : "Allow"}
        </Button>
      )}
    </section>
  );
}
