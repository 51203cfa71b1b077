import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import css from '../layout/airmail-card.module.css';
import { Form } from './form.tsx';

type AirmailFormProps = {
  /** Fields of size 'md'. */
  children: ReactNode;
  submitLabel: string;
  submitting: boolean;
  /** The error of the whole form; its line is reserved, so that nothing shifts. */
  error: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The line of links below. */
  links: ReactNode;
};

/** The inside of an AirmailCard: fields, one wide button, the error, links. */
export function AirmailForm({ children, submitLabel, submitting, error, onSubmit, links }: AirmailFormProps) {
  return (
    <>
      <Form onSubmit={submitting ? (event) => event.preventDefault() : onSubmit} className="stack">
        {children}
        {/* Disabled while it works; the focus that this loses comes back (docs/behaviour.md#focus). */}
        <Button
          type="submit"
          size="md"
          fz="md"
          fullWidth
          disabled={submitting}
          mod={{ loading: submitting }}
          aria-busy={submitting}
        >
          {submitLabel}
        </Button>
      </Form>
      <p className={css.error} aria-live="assertive">
        {error}
      </p>
      <p className={`${css.links} dimmed`}>{links}</p>
    </>
  );
}
