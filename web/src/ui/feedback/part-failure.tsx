import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { CodeMissing } from '../../api/fetch-code.ts';
import { queryClient } from '../../api/query-client.ts';
import { Postmark } from '../layout/postmark.tsx';
import stateCss from './empty-state.module.css';
import css from './part-failure.module.css';

type PartFailureProps = {
  /** Its code failed to load; otherwise it broke while it was shown. */
  isFetch: boolean;
  /** In place of a screen, or over the page in place of a dialog or menu. */
  place: 'screen' | 'overlay';
  onRetry: () => void;
  /** Removes a missing dialog. */
  onClose?: (() => void) | undefined;
};

/** A failed part of the page, in its place, and how to continue. Tries again when the network is back. */
export function PartFailure({ isFetch, place, onRetry, onClose }: PartFailureProps) {
  const retry = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The focused element may have been removed with the part.
    if (document.activeElement === document.body) retry.current?.focus();
  }, []);
  useEffect(() => {
    if (!isFetch) return;
    addEventListener('online', onRetry);
    return () => removeEventListener('online', onRetry);
  }, [isFetch, onRetry]);
  const what = place === 'screen' ? 'This screen' : 'This part';
  const again = () => {
    // A cached answer may have broken it.
    if (!isFetch) void queryClient.resetQueries();
    onRetry();
  };
  const title = isFetch ? `${what} could not be fetched` : `${what} could not be shown`;
  const sentence = isFetch
    ? 'Its file did not arrive. Check your connection and try again.'
    : 'Something in it went wrong. The rest of Pigeonpost still works.';
  if (place === 'overlay') {
    return (
      <div className={css.overlay} role="alert">
        <p>
          <b>{title}.</b> {sentence}
        </p>
        <Button ref={retry} variant="default" size="xs" onClick={again}>
          Retry
        </Button>
        {onClose ? (
          <Button variant="subtle" size="xs" onClick={onClose}>
            Close
          </Button>
        ) : null}
      </div>
    );
  }
  return (
    <div className={stateCss.state} role="alert">
      <Postmark />
      <h1 className={stateCss.title}>{title}</h1>
      <p className={stateCss.sentence}>{sentence}</p>
      <Button ref={retry} variant="default" className={stateCss.action} onClick={again}>
        Retry
      </Button>
    </div>
  );
}

type RouteFailureProps = { error: unknown; reset: () => void };

/** In place of a screen that is missing or broke, with the frame still around it. */
export function RouteFailure({ error, reset }: RouteFailureProps) {
  return <PartFailure isFetch={error instanceof CodeMissing} place="screen" onRetry={reset} />;
}
