import { Link, type LinkProps, useNavigate } from "#web/lib/router.ts";
import { buttonStyle, type ButtonSize, type ButtonVariant } from "./button-style.ts";
import { Button } from "./button.tsx";

type LinkButtonProps = Omit<LinkProps, "className"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
};

/** A link that looks like a button. Use it whenever the press leads to a URL. */
export function LinkButton({ variant, size, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={buttonStyle(variant, size, className)} />;
}

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
