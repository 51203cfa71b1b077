// What the pages import as `react`: Preact, and what React does besides that they count on
// (docs/decisions/0022-preact-renders-the-pages.md).
import { options, type VNode } from 'preact';
import compat from 'preact/compat';

// biome-ignore lint/performance/noBarrelFile: it is one module under two names
export {
  Children,
  Component,
  cloneElement,
  createContext,
  createElement,
  createRef,
  Fragment,
  forwardRef,
  isValidElement,
  lazy,
  memo,
  PureComponent,
  Suspense,
  startTransition,
  use,
  useCallback,
  useContext,
  useDebugValue,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
  useTransition,
} from 'preact/compat';

// biome-ignore lint/style/noDefaultExport: React has one
export default compat;

type Props = Record<string, unknown> & { children?: unknown };

/** What is hidden is taken out, and begins anew when it is shown again: nothing here is kept mounted while hidden. */
export function Activity({ mode, children }: Props) {
  return mode === 'hidden' ? null : children;
}

// An effect follows its commit at once: whoever presses a key right after what is new has appeared finds it listening.
options.requestAnimationFrame = queueMicrotask;

const compatVnode = options.vnode;
options.vnode = (vnode) => {
  if (typeof vnode.type === 'string') completeElement(vnode as VNode<Props>);
  compatVnode?.(vnode);
};

function completeElement(vnode: VNode<Props>): void {
  const { props } = vnode;
  // Its absence would mean true.
  if (props.spellCheck === false) props.spellCheck = 'false';
  if (vnode.type === 'svg' && 'tabIndex' in props) {
    // In a drawing capitals count, and a browser knows the attribute without them.
    props.tabindex = props.tabIndex;
    delete props.tabIndex;
  }
  // Each commit puts the listener of its own state in the place of the last one's.
  if (isField(vnode))
    props[`on${SHOW_STATE}`] = ({ currentTarget }: Event) => showState(currentTarget, props);
  // The browser asks a listener of touches or of the wheel whether it may scroll, and none of pointers.
  if (props.onTouchStart) {
    props.onPointerDown ??= props.onTouchStart;
    delete props.onTouchStart;
  }
  // Those of Mantine's dialogs are of its lock of scrolling, which is off.
  delete props.onWheelCapture;
  delete props.onTouchMoveCapture;
  if (!props.autoFocus) return;
  // The browser itself follows the attribute only once in the life of a document.
  delete props.autoFocus;
  vnode.ref = focusingRef((vnode.ref as Ref | null) ?? undefined);
}

type Ref = ((element: HTMLElement | null) => unknown) | { current: unknown };

const focused = new WeakSet<HTMLElement>();
/** The same for the same: a new one would be called at every commit. */
const focusingRefs = new WeakMap<Ref, (element: HTMLElement | null) => void>();

function focusingRef(ref: Ref = focusOnce) {
  const known = focusingRefs.get(ref);
  if (known) return known;
  const both = (element: HTMLElement | null) => {
    focusOnce(element);
    if (typeof ref === 'function') return ref(element) as undefined;
    ref.current = element;
  };
  focusingRefs.set(ref, both);
  return both;
}

function focusOnce(element: HTMLElement | null): void {
  if (!element || focused.has(element)) return;
  focused.add(element);
  element.focus();
}

/** Tells a field to show what it was last rendered with. */
const SHOW_STATE = 'showstate';
const FIELDS = new Set(['input', 'select', 'textarea']);

function isField({ type, props: { value, checked } }: VNode<Props>): boolean {
  return FIELDS.has(type as string) && (value ?? checked ?? null) !== null;
}

function showState(element: EventTarget | null, { value, checked }: Record<string, unknown>): void {
  const field = element as HTMLInputElement;
  if (typeof checked === 'boolean' && field.checked !== checked) field.checked = checked;
  if ((value ?? null) !== null && field.value !== String(value)) field.value = String(value);
}

// What somebody typed, ticked or chosen goes again where the state did not follow: nothing is rendered then, and only
// rendering would put it back.
addEventListener('input', ({ target }) => {
  // Of these, whoever listens hears `change`, which comes next.
  if (!(target as Element).matches('select, [type=checkbox], [type=radio], [type=file]')) followState(target);
});
addEventListener('change', ({ target }) => followState(target));

function followState(field: EventTarget | null): void {
  // After what the listeners asked for has been rendered.
  queueMicrotask(() => field?.dispatchEvent(new Event(SHOW_STATE)));
}
