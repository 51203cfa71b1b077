import { type RefObject, useEffect, useRef } from 'react';

/** Holds true once the dialog has been closed, for what is answered only then. */
export function useIsClosed(): RefObject<boolean> {
  const isClosed = useRef(false);
  useEffect(
    () => () => {
      isClosed.current = true;
    },
    [],
  );
  return isClosed;
}
