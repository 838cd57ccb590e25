/** A comment of the demo: the number of its author, what they say, and replies to it. */
export type DemoComment = [by: number, text: string, ...replies: [by: number, text: string][]];

/** A post of the demo by the number of its author. */
export interface DemoPost {
  by: number;
  /** The key of its event; about nothing in particular without one. */
  event?: string;
  /** Hours from the start of its event if that is past, otherwise from now. */
  hours: number;
  text: string;
  /** Keys of drawings that it shows as photos. */
  photos?: string[];
  /** Its photos go to the event's wall. */
  isForWall?: boolean;
  isPinned?: boolean;
  /** How many react to it. */
  likes: number;
  comments?: DemoComment[];
}

/** What the demo's members say. Everyone in it is made up. */
export const demoPosts: DemoPost[] = [
  {
    by: 0,
    event: "emancipation-dawn",
    hours: -40,
    likes: 6,
    text: "Who is driving to the beach at 3 in the morning and has **two** seats? I'll bring coconut bread.",
    comments: [
      [1, "I have two. What time is the bread?", [0, "Hot at 3:15."], [1, "Then I'll be early for once in my life."]],
    ],
  },
  {
    by: 2,
    event: "emancipation-dawn",
    hours: 2,
    likes: 11,
    text: "The drums are so low you feel them in the sand before you hear them.",
    photos: ["emancipation-dawn-dancers"],
  },
  {
    by: 3,
    event: "emancipation-dawn",
    hours: 9,
    likes: 18,
    isForWall: true,
    text: "The minute the sun came over.",
    photos: ["emancipation-dawn-birds", "emancipation-dawn-palm"],
    comments: [
      [4, "I was the one crying. It was the salt."],
      [5, "It was not the salt.", [4, "It was a little the salt."]],
    ],
  },
  {
    by: 6,
    event: "emancipation-dawn",
    hours: 12,
    likes: 9,
    text: "Somebody's auntie gave me saltfish from a cooler and told me to fix my posture. Best morning of the year.",
  },
  {
    by: 7,
    event: "labor-day-breakfast",
    hours: -20,
    likes: 5,
    text: "Is 5:00 AM real or is it 5:00 AM Caribbean time? Asking for my alarm.",
    comments: [[8, "Eggs at 5:00. Real 5:00. Last year I came at 5:40 and got toast."]],
  },
  {
    by: 9,
    event: "labor-day-breakfast",
    hours: 4,
    likes: 14,
    isForWall: true,
    text: "Slippers on the Parkway.",
    photos: ["labor-day-breakfast"],
    comments: [
      [10, "That is my left slipper."],
      [11, "Where is the right one?", [10, "That is between me and the iron band."]],
    ],
  },
  {
    by: 11,
    event: "labor-day-breakfast",
    hours: 8,
    likes: 7,
    text: "Three plates. I regret nothing. I also can't walk.",
  },
  {
    by: 12,
    event: "tropic-noir",
    hours: -72,
    likes: 8,
    text: "First black tie I've owned. Do I clip it or do I learn to tie it?",
    comments: [
      [13, "Learn. There are videos.", [12, "I am on video nine."]],
      [14, "Clip it and dance so nobody looks at your neck."],
    ],
  },
  {
    by: 13,
    event: "tropic-noir",
    hours: 3,
    likes: 16,
    text: "The brass section just walked **through** the crowd. Nobody told me they walk.",
    photos: ["tropic-noir-bow-tie"],
  },
  {
    by: 14,
    event: "tropic-noir",
    hours: 11,
    likes: 21,
    isForWall: true,
    text: "Masks off at the end, as promised.",
    photos: ["tropic-noir-mask", "tropic-noir-moon"],
    comments: [
      [15, "The cat had the best seat all night."],
      [16, "That cat tips better than my cousin."],
    ],
  },
  {
    by: 15,
    event: "tropic-noir",
    hours: 20,
    likes: 10,
    text: "Lost: one cuff link, silver, shaped like a pan stick. Sentimental, not valuable.",
    comments: [
      [17, "Found one by the coat check! Left it with the box office."],
      [15, "You are a good person and your drinks are on me."],
    ],
  },
  {
    by: 16,
    event: "island-frequencies",
    hours: -30,
    likes: 4,
    text: "Room order for the night: kaiso first, then dub, then whatever room three is. Anyone joining?",
  },
  {
    by: 17,
    event: "island-frequencies",
    hours: 4,
    likes: 9,
    text: "Room three is a man with a shortwave radio and a drum machine, and it is **full**.",
  },
  {
    by: 18,
    event: "island-frequencies",
    hours: 10,
    likes: 13,
    isForWall: true,
    text: "The map of the rooms, for those who got lost in the good one.",
    photos: ["island-frequencies"],
  },
  {
    by: 19,
    event: "island-frequencies",
    hours: 26,
    likes: 6,
    text: "My comfortable shoes were not comfortable shoes. Recommendations?",
    comments: [
      [20, "Two socks."],
      [21, "One size up and no pride.", [19, "The pride is the problem."]],
    ],
  },
  {
    by: 20,
    event: "independence-lime",
    hours: -26,
    likes: 12,
    text: "I'm bringing goat. If you're bringing goat, bring it, and may the best pot win.",
    comments: [
      [22, "Bring rice too. Last year was nine goats and no rice."],
      [23, "I'm the judge. I accept bribes in pepper sauce."],
    ],
  },
  {
    by: 21,
    event: "independence-lime",
    hours: 3,
    likes: 15,
    text: "Twenty-two flags and somebody still asked which one is Dominica.",
    photos: ["independence-lime"],
  },
  {
    by: 22,
    event: "independence-lime",
    hours: 9,
    likes: 19,
    isForWall: true,
    text: "Last light in the yard.",
    photos: ["act-thunder-papa"],
    comments: [[0, "Thunder Papa with his eyes closed is how you know it's the last song."]],
  },
  {
    by: 23,
    event: "independence-lime",
    hours: 15,
    likes: 8,
    text: "The treaty was signed. My curry came second. I'm asking for a recount.",
  },
  {
    by: 1,
    event: "sweet-sixteen-bar",
    hours: -12,
    likes: 5,
    text: "Is it okay to read from a phone, or do I have to know my sixteen by heart?",
    comments: [[2, "Phone is fine. The bartender isn't."]],
  },
  {
    by: 2,
    event: "sweet-sixteen-bar",
    hours: 2,
    likes: 17,
    text: "Poet nine rhymed *Flatbush* with *that push* and the whole room stood up.",
    photos: ["sweet-sixteen-bar"],
    comments: [
      [3, "I have been thinking about it since Friday."],
      [4, "It shouldn't work. It works."],
    ],
  },
  {
    by: 4,
    event: "sweet-sixteen-bar",
    hours: 7,
    likes: 12,
    isForWall: true,
    text: "Nutmeg scores, final round.",
    photos: ["act-justice-blackwood"],
  },
  {
    by: 5,
    event: "sweet-sixteen-bar",
    hours: 18,
    likes: 9,
    text: "I came for the drinks. I have since bought a notebook.",
  },
  {
    by: 6,
    event: "velvet-riddim",
    hours: -140,
    likes: 7,
    text: "Velvet Riddim with someone, or for a better playlist? Be honest in the comments.",
    comments: [
      [7, "With someone."],
      [8, "Playlist."],
      [9, "I'm the someone.", [7, "Thomas, stop."]],
    ],
  },
  {
    by: 8,
    event: "velvet-riddim",
    hours: -96,
    likes: 6,
    text: "What do you wear to a lovers rock session that isn't *too* much velvet?",
    photos: ["velvet-riddim"],
  },
  {
    by: 10,
    event: "dominoes-and-rum",
    hours: -90,
    likes: 8,
    text: "Looking for a partner. I slam. I don't talk. I've been asked to leave two barbershops.",
    comments: [[11, "I talk. I don't slam. We're a complete player."]],
  },
  {
    by: 12,
    event: "dominoes-and-rum",
    hours: -70,
    likes: 5,
    text: "House rules question: does a six-love need witnesses?",
    photos: ["dominoes-and-rum"],
  },
  {
    by: 13,
    event: "soca-on-the-hudson",
    hours: -200,
    likes: 10,
    text: "The boat leaves at 7:00 whether or not your cousin has parked. My cousin has never parked. Pray for us.",
    comments: [[14, "Take the train. Bring the cousin. Leave the car."]],
  },
  {
    by: 14,
    event: "soca-on-the-hudson",
    hours: -160,
    likes: 7,
    text: "Top deck people or lower deck people? There is no wrong answer, only a wrong deck.",
    photos: ["soca-on-the-hudson"],
  },
  {
    by: 15,
    event: "gold-coast-brunch",
    hours: -300,
    likes: 6,
    text: "Church hats. How big is too big for the bus?",
    comments: [[16, "If the driver nods, it's right."]],
  },
  {
    by: 16,
    event: "jouvert-at-midnight",
    hours: -500,
    likes: 11,
    text: "First J'ouvert. What do I wear that I'll never see again?",
    comments: [
      [17, "White. You'll leave in every color."],
      [
        18,
        "Old sneakers, tied with a double knot. Trust me.",
        [16, "That sounds like a story."],
        [18, "It is two stories."],
      ],
    ],
  },
  {
    by: 18,
    hours: -500,
    likes: 13,
    isPinned: true,
    text: "**New here?** Say hello under this post: where you're from, and the song that gets you off the wall.\n\nBe kind, no ads, and ask before you post someone's face.",
    comments: [
      [19, "Georgetown by way of Canarsie. Anything with a cowbell."],
      [20, "Port of Spain. Road march of the year I was born, and I won't say which."],
      [21, "Queens. I have no song. The song has me."],
    ],
  },
  { by: 19, hours: -430, likes: 6, text: "Does anyone else's grandmother text them the weather in **Barbados**?" },
  {
    by: 20,
    hours: -380,
    likes: 9,
    text: "Doubles in Brooklyn, ranked, after three weekends of honest work:\n\n1. The cart by the train\n2. The cart by the other train\n3. My aunt, who refused to take part",
    comments: [[22, "Your aunt wins and she knows it."]],
  },
  {
    by: 21,
    hours: -300,
    likes: 5,
    text: "I learned to make sorrel. My kitchen looks like a crime scene and smells like December.",
  },
  {
    by: 22,
    hours: -220,
    likes: 8,
    text: "Steelpan lessons for adults: my teacher says I have 'enthusiasm.' I looked it up and it's not a grade.",
    comments: [[23, "Enthusiasm carries a band. Ask any bass man."]],
  },
  {
    by: 23,
    hours: -150,
    likes: 7,
    text: "Which track empties your kitchen and fills your floor? Building a list for Sunday.",
    comments: [
      [0, "Anything from before I was born."],
      [1, "The one with the whistle. You know the one."],
    ],
  },
  {
    by: 0,
    hours: -90,
    likes: 10,
    text: "Moved to Miami in June. Who is down here, and where do you go on a Thursday?",
    comments: [[2, "We have a domino table and strong opinions. Come through."]],
  },
  { by: 3, hours: -50, likes: 4, text: "PSA: bring a refillable bottle. The water line is the only line that moves." },
  {
    by: 5,
    hours: -20,
    likes: 6,
    text: "Empress Volta on the next poster or we riot, politely, in comfortable shoes.",
    photos: ["act-empress-volta"],
  },
];
