import "./facts.ts";

export { mediaRoutes } from "./routes.ts";
export { mediaSweeps } from "./sweeps.ts";
export { adoptPicture, findPictureIds, getPictures, setPictures, type PictureUser } from "./uses/service.ts";
