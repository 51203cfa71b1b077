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
  /** Stands in its place until it is there. */
  fallback?: ReactNode;
  /** Takes it away where it never comes. */
  onClose?: () => void;
};

type Part<Props> = FunctionComponent<Props & Around> & { preload: PartCode<Props>['preload'] };

/**
 * A dialog, menu or panel whose code is a file of its own: `lazyPart(() => import('./a.tsx').then((m) => m.A))`.
 * Where that fails, a card says so with Retry, unless it is `quiet`. Nothing that goes wrong in it reaches the page
 * around it (docs/behaviour.md#offline).
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  place: 'over' | 'quiet' = 'over',
): Part<Props> {
  return makePart(load, place);
}

/**
 * The same for a whole screen: what goes wrong is said inside the frame, in the place of the screen. The first screen
 * after a log-in is fetched while a visitor's page is idle.
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
  // What breaks in a screen is caught by its route, which begins anew with the next address.
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
