import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Shows another window's changes in the fields that the user has not edited, because saving the old values would revert
 * them (docs/behaviour.md#changes). Nothing without saved values.
 */
export function useSavedElsewhere<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values> | undefined,
  saved: Values | undefined,
): void {
  const show = useEffectEvent(() => {
    if (!form || !saved) return;
    const typed = form.getValues();
    const isTyped = (name: string) => form.isDirty(name);
    form.setValues({
      ...saved,
      ...Object.fromEntries(Object.entries(typed).filter(([name]) => isTyped(name))),
    });
    form.resetDirty(saved);
  });
  const key = JSON.stringify(saved);
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    show();
  }, [key]);
}
