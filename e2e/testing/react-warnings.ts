import type { BrowserContext, ConsoleMessage } from 'playwright-core';

/** React's own file, as the build for tests names it. */
const REACT = /\/react-[^/]+\.js$/;

/** React's report about an error that an error boundary caught and shows; tests break parts on purpose. */
const CAUGHT = /error occurred in (the <\S+> component|one of your React components)/;

/** Collects React's warnings on all pages of a context, until it is stopped. */
export function watchForWarnings(context: BrowserContext): { stop(): string[] } {
  const warnings: string[] = [];
  const listen = (message: ConsoleMessage) => {
    if (isWarning(message)) warnings.push(message.text());
  };
  context.on('console', listen);
  return {
    stop() {
      context.off('console', listen);
      return warnings;
    },
  };
}

function isWarning(message: ConsoleMessage): boolean {
  const isLoud = message.type() === 'error' || message.type() === 'warning';
  return isLoud && REACT.test(message.location().url) && !CAUGHT.test(message.text());
}
