import { PartFailure } from './part-failure.tsx';

/** In the place of a screen that broke, with the frame still around it. */
export function RouteFailure({ reset }: { reset: () => void }) {
  return <PartFailure isFetch={false} place="screen" onRetry={reset} />;
}
