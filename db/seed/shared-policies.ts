import type { EventDetail } from "#contract/events/events.ts";

type Policy = EventDetail["policies"][number];

/** Policies that most demo events share, in the brand's voice. */
export const idAtTheDoor: Policy = {
  title: "Bring your ID",
  text: "Bring a valid, government-issued photo ID. We can't accept a photo of it, however good you look.",
};

export const reEntry: Policy = {
  title: "Re-entry",
  text: "No re-entry: if you step out, you can't come back in. Once you're inside, you're family until the lights come up.",
};

export const respect: Policy = {
  title: "Conduct",
  text: "Harass anyone and you'll have to leave. Ask before you wine, mind the elders, and tip the bartender like your auntie is watching.",
};

export const rainOrShine: Policy = {
  title: "Rain or shine",
  text: "We don't cancel for rain. If the weather makes the event unsafe, we'll cancel it, email you and refund your ticket. Where we come from, rain is just percussion.",
};

export const access: Policy = {
  title: "Access",
  text: "Step-free entrance and restrooms, seats on request, and a quiet corner away from the speakers. Tell us before the event (Contact is at the bottom of this page) and someone will meet you at the door.",
};

export const cameras: Policy = {
  title: "Cameras",
  text: "Our photographers work the floor. If you'd rather not end up on next year's flyer, ask for a gray wristband at the door.",
};
