import type { EventDetail } from "#contract/events.ts";

type Policy = EventDetail["policies"][number];

/** Rules that most nights of the house share, in its own voice. */
export const refunds: Policy = {
  title: "Refunds",
  text: "Plans change; we know. Full refunds up to seven days before doors. After that, pass your ticket to somebody who owes you a favour.",
};

export const idAtTheDoor: Policy = {
  title: "Bring your ID",
  text: "Government-issued, in date, and yours. A photograph of it is a photograph, not an ID.",
};

export const reEntry: Policy = {
  title: "Re-entry",
  text: "Once you are in, you are family until the lights come up. Step out and the ticket stays out with you.",
};

export const respect: Policy = {
  title: "Conduct",
  text: "Ask before you wine. Mind your elbows, mind the elders, and tip the bartender. Anybody making the room smaller for others will be shown how large the street is.",
};

export const rainOrShine: Policy = {
  title: "Rain or shine",
  text: "We come from places where rain is a percussion section. The night goes on; if the weather truly will not have it, you will hear from us by noon and be refunded by evening.",
};

export const access: Policy = {
  title: "Access",
  text: "Step-free entrance and restrooms, seats on request, and a quiet corner away from the stacks. Write to us before the night and somebody will meet you at the door.",
};

export const cameras: Policy = {
  title: "Cameras",
  text: "Our photographers are on the floor. If you would rather not be on the wall next year, tell the door and take the grey band.",
};
