import "./domain-events.ts";

export { adoptPicture, findPictureIds, getPictures, setPictures, type PictureUser } from "./uses/service.ts";
export { media } from "./module.ts";
