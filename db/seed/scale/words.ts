import { wordsOf } from "#server/platform/db/word-search.ts";

const first = `Aaliyah Abena Adaeze Alicia Amara Andre André Anika Anthony Ayanna Beverley Brianna Camille Carlos Chantal Chloé
  Christian Clive Curtis Dante Delroy Denise Désirée Dexter Dwayne Earl Elena Errol Esther Fabian Farrah Gabriel Gillian
  Giselle Hyacinth Imani Inés Isaiah Jamal Janelle Jasmine Javier Jerome Joanne Joaquín José Joseph Kadeem Keisha Kemar
  Kerry Kwame Lashawn Leroy Lisandra Lorraine Luis Makeda Malik Marcia María Marlon Maurice Melissa Michelle Monique
  Nadia Natasha Neville Nia Nicole Noël Nyasha Olivia Omar Orlando Patrice Rachel Renée Rohan Roxanne Sasha Shanice
  Sherwin Simone Sofía Stacey Tanisha Tariq Thérèse Trevor Tyrone Vanessa Vincent Winston Yolanda Zoë Zora`;
const last = `Alexander Alleyne Baptiste Beckford Bennett Blake Boyce Braithwaite Brathwaite Campbell Carrington Cévaire
  Charles Clarke Cumberbatch D'Abreu Davis Desrosiers Edwards Felix Ferdinand François Fraser Gayle Gibbs Gomes Gordon
  Grant Greaves Guzmán Harewood Henry Hernández Holder Hosein Ifill James Jean-Baptiste John Joseph King Laurent Lewis
  Lindo Lovelace Marley Marshall Martínez McIntosh McKenzie Mohammed Morris Nelson Núñez O'Brien Palmer Peña Persad
  Phillip Pierre Ramdin Ramírez Reid Richards Roberts Rodríguez Roland Romain Samuels Sandiford Seecharan Simmons Singh
  St.-Louis Stewart Sylvester Thomas Toussaint Walcott Warner Weekes Williams Wright Zephirin`;

const moods = `Velvet Golden Midnight Hibiscus Carnival Sunrise Island Moonlight Crimson Tamarind Jouvert Emancipation Linen
  Electric Coconut Harbor Neon Savannah Marigold Indigo Calabash Sugarcane Bacchanal Tropic Royal Steelpan Mango Bamboo
  Paradise Ginger`;
const kinds = `Riddim,Fête,Sessions,Lime,Brunch,Cruise,Clash,Serenade,Night,Breakfast,Jam,Block Party,Mas,Rooftop,Garden,
  Matinée,Wine Down,Boat Ride,Vinyl Social,Homecoming`;

const cities = [
  ["Brooklyn", "NY", "US", "America/New_York"],
  ["Queens", "NY", "US", "America/New_York"],
  ["The Bronx", "NY", "US", "America/New_York"],
  ["Newark", "NJ", "US", "America/New_York"],
  ["Miami", "FL", "US", "America/New_York"],
  ["Fort Lauderdale", "FL", "US", "America/New_York"],
  ["Orlando", "FL", "US", "America/New_York"],
  ["Atlanta", "GA", "US", "America/New_York"],
  ["Washington", "DC", "US", "America/New_York"],
  ["Baltimore", "MD", "US", "America/New_York"],
  ["Boston", "MA", "US", "America/New_York"],
  ["Hartford", "CT", "US", "America/New_York"],
  ["Philadelphia", "PA", "US", "America/New_York"],
  ["Houston", "TX", "US", "America/Chicago"],
  ["New Orleans", "LA", "US", "America/Chicago"],
  ["Chicago", "IL", "US", "America/Chicago"],
  ["Los Angeles", "CA", "US", "America/Los_Angeles"],
  ["Oakland", "CA", "US", "America/Los_Angeles"],
  ["Toronto", "ON", "CA", "America/Toronto"],
  ["Montréal", "QC", "CA", "America/Toronto"],
  ["London", "England", "GB", "Europe/London"],
  ["Birmingham", "England", "GB", "Europe/London"],
  ["Port of Spain", "Trinidad", "TT", "America/Port_of_Spain"],
  ["Scarborough", "Tobago", "TT", "America/Port_of_Spain"],
  ["Kingston", "Surrey", "JM", "America/Jamaica"],
  ["Montego Bay", "Cornwall", "JM", "America/Jamaica"],
  ["Bridgetown", "Saint Michael", "BB", "America/Barbados"],
  ["Castries", "Castries", "LC", "America/St_Lucia"],
  ["St. George's", "Saint George", "GD", "America/Grenada"],
  ["Pointe-à-Pitre", "Guadeloupe", "GP", "America/Guadeloupe"],
  ["Fort-de-France", "Martinique", "MQ", "America/Martinique"],
  ["San José", "San José", "CR", "America/Costa_Rica"],
  ["Georgetown", "Demerara", "GY", "America/Guyana"],
  ["Nassau", "New Providence", "BS", "America/Nassau"],
] as const;
const venueNames = `Pier Nine,The Foundry,Palm Court,Warehouse 12,Sugar Mill,La Terrasse,Harbor House,The Yard,Blue Room,Casa Peña`;

/** Kinds of music and events; the first ones are common, the last ones rare. */
const categories = "soca dancehall reggae afrobeats brunch calypso kompa cruise zouk parang".split(" ");

const split = (text: string, sign: RegExp | string = /\s+/) => text.split(sign).map((word) => word.trim());
const plain = (words: string[]) => words.map((word) => wordsOf(word).join(" "));

const venues = cities.flatMap((city) => split(venueNames, ",").map((venueName) => ({ venueName, city })));

/** The word lists that everything is built from, each with its form for search or URLs. */
export const wordLists: Record<string, string[]> = {
  first: split(first),
  first_plain: plain(split(first)).map((word) => word.replaceAll(" ", "")),
  last: split(last),
  last_plain: plain(split(last)).map((word) => word.replaceAll(" ", "")),
  mood: split(moods),
  mood_plain: plain(split(moods)),
  kind: split(kinds, ","),
  kind_plain: plain(split(kinds, ",")),
  kind_slug: split(kinds, ",").map((kind) => wordsOf(kind).join("-")),
  category: categories,
  venue: venues.map(({ venueName }) => venueName),
  city: venues.map(({ city }) => city[0]),
  region: venues.map(({ city }) => city[1]),
  country: venues.map(({ city }) => city[2]),
  zone: venues.map(({ city }) => city[3]),
  venue_plain: plain(venues.map(({ venueName, city }) => `${venueName} ${city[0]}`)),
};
