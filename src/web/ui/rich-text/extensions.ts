import { StarterKit } from "@tiptap/starter-kit";

/** What texts of staff can have, and what the editor makes of typed signs. */
export const richTextExtensions = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    code: false,
    codeBlock: false,
    underline: false,
    link: {
      openOnClick: false,
      autolink: true,
      protocols: ["mailto", "tel"],
      defaultProtocol: "https",
      // A bare host may be two sentences: "Best fete ever.me and". The toolbar's button links anything.
      shouldAutoLink: (address) => /^(?:https?:\/\/|www\.)|@/i.test(address),
    },
  }),
];
