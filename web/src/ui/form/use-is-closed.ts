import { type RefObject, useEffect, useRef } from 'react';

/** True once the dialog has been closed, for later answers. */
export function useIsClosed(): RefObject<boolean> {
  const isClosed = useRef(false);
  useEffect(() => {
    // Strict mode runs the cleanup once before the dialog is in use.
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  return isClosed;
}
