import {
  Component,
  type ComponentType,
  createElement,
  type FunctionComponent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { saveDrafts } from '../../api/drafts.ts';
import { CodeMissing, fetchCode, reloadForNewVersion } from '../../api/fetch-code.ts';
import { logError } from '../../log.ts';
import { KeysAhead } from '../focus/keys-ahead.ts';
import { fetchWhenIdle, type Preloaded } from './fetch-when-idle.ts';
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

type Part<Props> = FunctionComponent<Props & Around> & Preloaded;

/**
 * A dialog, menu or panel with its code in a file of its own: `lazyPart(() => import('./a.tsx').then((m) => m.A))`.
 * Use it from 7 kB on, counted with what nothing else on the screen needs: a dialog brings its modal. If fetching
 * fails, a card says so with Retry. An error in it never reaches the page around it (docs/behaviour.md#offline).
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  place: Place = 'overlay',
): Part<Props> {
  const code = codeOf(load);
  if (place !== 'screen') fetchWhenIdle({ ...code, isForVisitors: place === 'first-screen' });
  const part = ({ fallback, ...props }: Props & Around) =>
    createElement(PartView<Props>, { code, place, fallback, props: props as unknown as Props });
  return Object.assign(part, code);
}

/** The same for a screen. The first one after a log-in is fetched while a visitor's page is idle. */
export function lazyScreen(
  load: () => Promise<ComponentType<object>>,
  place: 'screen' | 'first-screen' = 'screen',
): Part<object> {
  return lazyPart(load, place);
}

/** Whether the code of a wanted part is there, or failed to load: what stands below it waits for this, and never moves. */
export function useIsPartReady(part: Preloaded, isWanted: boolean): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (isWanted) void Promise.resolve(part.preload()).then(() => setReady(true));
  }, [part, isWanted]);
  return !isWanted || isReady || part.isThere();
}

interface Code<Props> extends Preloaded {
  /** The component; until it is there, one that suspends, and that throws CodeMissing if it does not come. */
  component: () => ComponentType<Props>;
}

function codeOf<Props extends object>(load: () => Promise<ComponentType<Props>>): Code<Props> {
  let loaded: ComponentType<Props> | undefined;
  let underWay: Promise<void> | undefined;
  const fetchIt = async () => {
    try {
      loaded = await fetchCode(load);
    } catch (error) {
      underWay = undefined;
      logError('Code could not be fetched', error);
    }
  };
  const preload = () => {
    if (loaded) return undefined;
    underWay ??= fetchIt();
    return underWay;
  };
  const show = async () => {
    await preload();
    if (loaded) return { default: loaded };
    // The page stays as it is until the next version replaces it.
    if (await reloadForNewVersion(saveDrafts)) await new Promise(() => {});
    throw new CodeMissing();
  };
  // React keeps a failure, so each retry has another.
  return { preload, isThere: () => loaded !== undefined, component: () => loaded ?? lazy(show) };
}

type PartViewProps<Props> = { code: Code<Props>; place: Place; fallback: ReactNode; props: Props & Around };

function PartView<Props extends object>({ code, place, fallback, props }: PartViewProps<Props>) {
  const [Shown, setShown] = useState(code.component);
  const [isLoaded, setLoaded] = useState(code.isThere);
  // Rendered anew as soon as it is there: by itself React waits for 300 ms after a fallback.
  const watch = useCallback(() => void code.preload()?.then(() => setLoaded(code.isThere())), [code]);
  useLayoutEffect(watch, [watch]);
  const onRetry = () => {
    setShown(code.component);
    watch();
  };
  const shown = (
    <Suspense fallback={fallback}>
      <Shown {...props} />
    </Suspense>
  );
  // The route of a screen has a boundary, which starts again with the next address.
  if (place === 'screen' || place === 'first-screen') return shown;
  const { onClose } = props;
  const missing = { fallback, isSaid: place !== 'background', onRetry };
  return (
    <PartBoundary missing={missing} onClose={onClose}>
      {shown}
      {/* A part that can be closed lies over the page. */}
      {onClose && place === 'overlay' ? <KeysAhead isLoaded={isLoaded} onEscape={onClose} /> : null}
    </PartBoundary>
  );
}

type PartBoundaryProps = {
  /** What is shown if its code is missing. */
  missing?: { fallback: ReactNode; isSaid: boolean; onRetry: () => void };
  onClose?: (() => void) | undefined;
  children: ReactNode;
};

/** Keeps an error inside of it from removing the rest of the page. */
export class PartBoundary extends Component<PartBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof CodeMissing)) logError('A part of the page broke', error);
  }

  override render(): ReactNode {
    const { missing, onClose, children } = this.props;
    const { error } = this.state;
    if (error === undefined) return children;
    const isFetch = error instanceof CodeMissing;
    const retry = () => {
      missing?.onRetry();
      this.setState({ error: undefined });
    };
    return (
      <>
        {isFetch ? missing?.fallback : null}
        {isFetch && !missing?.isSaid ? null : (
          <PartFailure isFetch={isFetch} place="overlay" onRetry={retry} onClose={onClose} />
        )}
      </>
    );
  }
}
