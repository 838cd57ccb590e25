import type { Dice } from "./seeded-random.ts";

/** Streets and towns that the demo's buyers live in; the house numbers are invented. */
const places: { street: string; city: string; state: string; zip: string }[] = [
  { street: "Rogers Avenue", city: "Brooklyn", state: "NY", zip: "11225" },
  { street: "Church Avenue", city: "Brooklyn", state: "NY", zip: "11226" },
  { street: "Nostrand Avenue", city: "Brooklyn", state: "NY", zip: "11216" },
  { street: "White Plains Road", city: "Bronx", state: "NY", zip: "10466" },
  { street: "Linden Boulevard", city: "Cambria Heights", state: "NY", zip: "11411" },
  { street: "Gramatan Avenue", city: "Mount Vernon", state: "NY", zip: "10550" },
  { street: "Springfield Avenue", city: "Maplewood", state: "NJ", zip: "07040" },
  { street: "Central Avenue", city: "East Orange", state: "NJ", zip: "07018" },
  { street: "Baltimore Avenue", city: "Philadelphia", state: "PA", zip: "19143" },
  { street: "Blue Hill Avenue", city: "Boston", state: "MA", zip: "02121" },
  { street: "Albany Avenue", city: "Hartford", state: "CT", zip: "06112" },
  { street: "Georgia Avenue NW", city: "Washington", state: "DC", zip: "20011" },
  { street: "Flower Avenue", city: "Silver Spring", state: "MD", zip: "20901" },
  { street: "Cascade Road SW", city: "Atlanta", state: "GA", zip: "30311" },
  { street: "Memorial Drive", city: "Stone Mountain", state: "GA", zip: "30083" },
  { street: "NE 2nd Avenue", city: "Miami", state: "FL", zip: "33137" },
  { street: "Miramar Parkway", city: "Miramar", state: "FL", zip: "33025" },
  { street: "NW 19th Street", city: "Lauderhill", state: "FL", zip: "33313" },
  { street: "Pine Hills Road", city: "Orlando", state: "FL", zip: "32808" },
  { street: "Almeda Road", city: "Houston", state: "TX", zip: "77004" },
  { street: "Crenshaw Boulevard", city: "Los Angeles", state: "CA", zip: "90008" },
  { street: "Kapiolani Boulevard", city: "Honolulu", state: "HI", zip: "96814" },
];

/** An address for a parcel to someone, in another town for each number. */
export function pickAddress(dice: Dice, name: string, number: number) {
  const { street, ...town } = places[number % places.length]!;
  const line2 = dice.chance(0.35) ? { line2: `Apt ${dice.whole(1, 6)}${dice.pick(["A", "B", "C", "F", "R"])}` } : {};
  return { name, line1: `${dice.whole(14, 1890)} ${street}`, ...line2, ...town };
}
