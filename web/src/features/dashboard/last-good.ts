import { useState } from 'react';

/** The value or, while there is none, the last one: what failed to reload stays on screen. */
export function useLastGood<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
