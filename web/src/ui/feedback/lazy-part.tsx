import {
  type ComponentType,
  createElement,
  type FunctionComponent,
  type ReactNode,
  useLayoutEffect,
  useSyncExternalStore,
} from 'react';
import { PartBoundary } from './part-boundary.tsx';
import { type PartCode, type PartPlace, partCode } from './part-code.ts';
import { PartFailure } from './part-failure.tsx';

type Around = {
  /** Shown until it is loaded. */
  fallback?: ReactNode;
  /** Removes it if it never loads. */
  onClose?: () => void;
};

type Part<Props> = FunctionComponent<Props & Around> & { preload: PartCode<Props>['preload'] };

/**
 * A dialog, menu or panel with its code in a file of its own: `lazyPart(() => import('./a.tsx').then((m) => m.A))`. If
 * that fails, a card says so with Retry, unless it is `quiet`. An error in it never reaches the page around it
 * (docs/behaviour.md#offline).
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  place: 'over' | 'quiet' = 'over',
): Part<Props> {
  return makePart(load, place);
}

/**
 * The same for a whole screen: an error is shown inside the frame, in place of the screen. The first screen after a
 * log-in is fetched while a visitor's page is idle.
 */
export function lazyScreen(
  load: () => Promise<ComponentType<object>>,
  place: 'screen' | 'first-screen' = 'screen',
): Part<object> {
  return makePart(load, place);
}

function makePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  place: PartPlace,
): Part<Props> {
  const code = partCode(load, place);
  const part = ({ fallback, ...props }: Props & Around) =>
    createElement(PartView<Props>, { code, place, fallback, props: props as unknown as Props });
  return Object.assign(part, { preload: code.preload });
}

type PartViewProps<Props> = {
  code: PartCode<Props>;
  place: PartPlace;
  fallback: ReactNode;
  props: Props;
};

function PartView<Props extends object>({ code, place, fallback, props }: PartViewProps<Props>) {
  const { state, Code } = useSyncExternalStore(code.subscribe, code.current);
  useLayoutEffect(() => {
    void code.show();
  }, [code]);
  const onClose = 'onClose' in props ? (props.onClose as () => void) : undefined;
  // An error in a screen is caught by its route, which starts again with the next address.
  const isScreen = place === 'screen' || place === 'first-screen';
  if (Code && isScreen) return <Code {...props} />;
  if (Code) {
    return (
      <PartBoundary onClose={onClose}>
        <Code {...props} />
      </PartBoundary>
    );
  }
  return (
    <>
      {fallback}
      {state === 'failed' && place !== 'quiet' ? (
        <PartFailure isFetch place={isScreen ? 'screen' : place} onRetry={code.show} onClose={onClose} />
      ) : null}
    </>
  );
}
