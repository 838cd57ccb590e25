import { PeopleSection } from "#web/features/accounts/people/people-section.tsx";
import { adminPage } from "./admin-pages.tsx";

export const page = adminPage(PeopleSection);
