import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { isFocusElsewhere } from '../focus/keep-focus.ts';

/** A form that moves the focus to the first field at fault when it is refused (docs/behaviour.md#focus). */
export function Form({ onSubmit, onInput, ...props }: ComponentProps<'form'>) {
  const element = useRef<HTMLFormElement>(null);
  const isSubmitted = useRef(false);
  // No dependency list: errors may arrive several renders after the submit.
  useLayoutEffect(() => {
    const form = element.current;
    if (!isSubmitted.current || !form || isFocusElsewhere(form)) return;
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!field) return;
    isSubmitted.current = false;
    field.focus();
  });
  return (
    <form
      {...props}
      ref={element}
      noValidate
      onSubmit={(event) => {
        // React's events bubble through portals: a dialog's form would submit the form around its button.
        event.stopPropagation();
        isSubmitted.current = true;
        onSubmit?.(event);
      }}
      onInput={(event) => {
        event.stopPropagation();
        // A user who types on must not be moved by an earlier refusal.
        isSubmitted.current = false;
        onInput?.(event);
      }}
    />
  );
}
