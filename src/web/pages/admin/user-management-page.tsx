import { PeopleSection } from "#web/features/admin/people/people-section.tsx";
import { adminPage } from "./admin-pages.tsx";

export const page = adminPage(PeopleSection);
