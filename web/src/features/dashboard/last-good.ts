import { useRef } from 'react';

/** The value, or the last one there was while there is none: what failed to load anew stays on screen. */
export function useLastGood<T>(value: T | undefined): T | undefined {
  const last = useRef(value);
  if (value !== undefined) last.current = value;
  return last.current;
}
