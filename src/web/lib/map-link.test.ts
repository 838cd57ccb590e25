import { expect, test } from "vitest";
import { isShortMapLink, mapLinkOf, readMapLink } from "./map-link.ts";

const table: [link: string, latitude: number, longitude: number][] = [
  // Google Maps: the marked place wins over the middle of the map.
  [
    "https://www.google.com/maps/place/Brooklyn+Mirage/@40.7101,-73.9301,17z/data=!3m1!4b1!4m6!3m5!1s0x89c25c03:0x5c!8m2!3d40.7109567!4d-73.9286391!16s%2Fg%2F11c",
    40.7109567,
    -73.9286391,
  ],
  ["https://www.google.com/maps/@25.7617,-80.1918,15z", 25.7617, -80.1918],
  ["https://www.google.com/maps/search/?api=1&query=40.7033%2C-73.9881", 40.7033, -73.9881],
  ["https://www.google.com/maps/search/40.7033,+-73.9881?entry=tts", 40.7033, -73.9881],
  ["https://www.google.com/maps/place/40.7033,-73.9881/@40.7,-73.9,12z", 40.7033, -73.9881],
  ["https://maps.google.com/?q=40.7033,-73.9881", 40.7033, -73.9881],
  ["https://maps.google.com/maps?q=loc:10.65,-61.5", 10.65, -61.5],
  ["https://maps.google.com/?ll=18.0179,-76.8099&z=16", 18.0179, -76.8099],
  ["https://www.google.co.uk/maps/@51.5,-0.12,15z", 51.5, -0.12],
  ["google.com/maps/@40.7,-73.9,15.5z", 40.7, -73.9],
  ["https://www.google.com/maps/dir/?api=1&destination=40.7033,-73.9881", 40.7033, -73.9881],
  // Apple Maps.
  ["https://maps.apple.com/?ll=40.7033,-73.9881&q=The%20Pier&t=m", 40.7033, -73.9881],
  ["https://maps.apple.com/place?address=1%20Main%20St&coordinate=33.749,-84.388&name=The%20Room", 33.749, -84.388],
  ["https://maps.apple.com/?q=40.7033,-73.9881", 40.7033, -73.9881],
  ["https://maps.apple.com/?center=40.7033,-73.9881&span=0.01,0.01", 40.7033, -73.9881],
  // OpenStreetMap: the marker wins over the middle of the map.
  ["https://www.openstreetmap.org/?mlat=40.70330&mlon=-73.98810#map=17/40.70/-73.99", 40.7033, -73.9881],
  ["https://www.openstreetmap.org/#map=17/13.0975/-59.6184", 13.0975, -59.6184],
  ["https://www.openstreetmap.org/node/123#map=19/40.7033/-73.9881&layers=N", 40.7033, -73.9881],
  // What a phone shares.
  ["geo:40.7033,-73.9881?z=16", 40.7033, -73.9881],
  ["  https://maps.google.com/?q=0,0 ", 0, 0],
];

test.each(table)("%s", (link, latitude, longitude) => {
  expect(readMapLink(link)).toEqual({ latitude, longitude });
});

test.each([
  "",
  "40.7033, -73.9881",
  "1 Main Street, Brooklyn",
  "https://maps.app.goo.gl/AbCdEf",
  "https://www.google.com/maps/place/Brooklyn",
  "https://maps.google.com/?q=Brooklyn",
  "https://maps.google.com/?q=95,10",
  "https://maps.google.com/?q=10,190",
  "https://evil.example/maps/@40.7,-73.9,15z",
  "https://google.com.evil.example/maps/@40.7,-73.9,15z",
  "javascript:alert(1)//@40.7,-73.9,1z",
  "https://www.google.com/maps/%E0%A4%A",
])("%s has no point", (text) => {
  expect(readMapLink(text)).toBeUndefined();
});

test("a short link is recognized, and a stored point's link is read again", () => {
  expect(
    ["https://maps.app.goo.gl/AbC", "https://goo.gl/maps/AbC", "https://maps.google.com/?q=1,1"].map(isShortMapLink),
  ).toEqual([true, true, false]);
  const point = { latitude: -13.0975, longitude: 59.6184 };
  expect(readMapLink(mapLinkOf(point))).toEqual(point);
});
