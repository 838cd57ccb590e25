import { useNavigate } from "react-router";
import { Button } from "./button.tsx";
import { LinkButton } from "./link-button.tsx";

/** The two ways out of an error page: Go Back and Back to Home. */
export function WayBack() {
  const navigate = useNavigate();
  return (
    <>
      <Button variant="outline" onClick={() => void navigate(-1)}>
        Go Back
      </Button>
      <LinkButton to="/">Back to Home</LinkButton>
    </>
  );
}
