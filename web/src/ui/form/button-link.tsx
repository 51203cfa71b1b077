import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type AnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps>;

function ButtonAnchor(props: ButtonProps & AnchorProps & { ref?: Ref<HTMLAnchorElement> }) {
  return <Button component="a" {...props} />;
}

/**
 * A link to a page of the product that looks like a button. Takes Mantine's button props and `to`, `params`, `search`.
 */
export const ButtonLink = createLink(ButtonAnchor);
