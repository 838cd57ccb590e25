import "./domain-events.ts";

export { mediaRoutes } from "./routes.ts";
export { mediaJobs } from "./jobs.ts";
export { adoptPicture, findPictureIds, getPictures, setPictures, type PictureUser } from "./uses/service.ts";
