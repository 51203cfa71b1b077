import {
  Component,
  type ComponentType,
  createElement,
  type FunctionComponent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { logError } from '../../log.ts';
import { useKeysAhead } from '../focus/keys-ahead.ts';
import { fetchInAdvance, type PartCode, partCode } from './part-code.ts';
import { PartFailure } from './part-failure.tsx';

/**
 * Where a part is shown: in the place of the screen (after a log-in, of the first one), over the page as dialogs and
 * menus are, or in the background, where its absence needs no word.
 */
type Place = 'screen' | 'first-screen' | 'overlay' | 'background';

type Around = {
  /** Shown until it is loaded. */
  fallback?: ReactNode;
  /** Removes it if it never loads. */
  onClose?: () => void;
};

type Part<Props> = FunctionComponent<Props & Around> & Pick<PartCode<Props>, 'preload' | 'isThere'>;

/**
 * A dialog, menu or panel with its code in a file of its own: `lazyPart(() => import('./a.tsx').then((m) => m.A))`.
 * Use it from 7 kB on, counted with what nothing else on the screen needs: a dialog brings its modal. If fetching
 * fails, a card says so with Retry. An error in it never reaches the page around it (docs/behaviour.md#offline).
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  place: Place = 'overlay',
): Part<Props> {
  const code = partCode(load);
  if (place !== 'screen') fetchInAdvance(code, place === 'first-screen' ? 'visitors' : 'users');
  const part = ({ fallback, ...props }: Props & Around) =>
    createElement(PartView<Props>, { code, place, fallback, props: props as unknown as Props });
  return Object.assign(part, { preload: code.preload, isThere: code.isThere });
}

/** The same for a screen. The first one after a log-in is fetched while a visitor's page is idle. */
export function lazyScreen(
  load: () => Promise<ComponentType<object>>,
  place: 'screen' | 'first-screen' = 'screen',
): Part<object> {
  return lazyPart(load, place);
}

/** Whether the code of a wanted part is there, or failed to load: what stands below it waits for this, and never moves. */
export function useIsPartReady(part: Pick<Part<object>, 'preload' | 'isThere'>, isWanted: boolean): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (isWanted) void Promise.resolve(part.preload()).then(() => setReady(true));
  }, [part, isWanted]);
  return !isWanted || isReady || part.isThere();
}

type PartViewProps<Props> = {
  code: PartCode<Props>;
  place: Place;
  fallback: ReactNode;
  props: Props;
};

function PartView<Props extends object>({ code, place, fallback, props }: PartViewProps<Props>) {
  const Code = useSyncExternalStore(code.subscribe, code.current);
  useLayoutEffect(() => {
    void code.show();
  }, [code]);
  const onClose = 'onClose' in props ? (props.onClose as () => void) : undefined;
  const isScreen = place === 'screen' || place === 'first-screen';
  // A part that can be closed lies over the page.
  const isOverlay = place === 'overlay' && onClose !== undefined;
  useKeysAhead({
    isComing: isOverlay && Code !== 'failed',
    isLoaded: Code !== undefined,
    onEscape: onClose,
  });
  if (Code === undefined || Code === 'failed') {
    const isSaid = Code === 'failed' && place !== 'background';
    return (
      <>
        {fallback}
        {isSaid ? (
          <PartFailure
            isFetch
            place={isScreen ? 'screen' : 'overlay'}
            onRetry={code.show}
            onClose={onClose}
          />
        ) : null}
      </>
    );
  }
  // An error in a screen is caught by its route, which starts again with the next address.
  if (isScreen) return <Code {...props} />;
  return (
    <PartBoundary onClose={onClose}>
      <Code {...props} />
    </PartBoundary>
  );
}

type PartBoundaryProps = { onClose?: (() => void) | undefined; children: ReactNode };

/** Keeps an error inside of it from removing the rest of the page. */
export class PartBoundary extends Component<PartBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    logError('A part of the page broke', error);
  }

  override render(): ReactNode {
    const { onClose, children } = this.props;
    if (!this.state.isBroken) return children;
    const retry = () => this.setState({ isBroken: false });
    return <PartFailure isFetch={false} place="overlay" onRetry={retry} onClose={onClose} />;
  }
}
