import { useRef } from 'react';

/** The value or, while there is none, the last one: what failed to reload stays on screen. */
export function useLastGood<T>(value: T | undefined): T | undefined {
  const last = useRef(value);
  if (value !== undefined) last.current = value;
  return last.current;
}
