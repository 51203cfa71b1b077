import { useEffect, useRef } from 'react';

/** The button that took the other one's place takes its focus too. */
export function useFocusAfterSwap(isSwapped: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const last = useRef(isSwapped);
  useEffect(() => {
    if (last.current !== isSwapped) button.current?.focus();
    last.current = isSwapped;
  }, [isSwapped]);
  return button;
}
