import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Shows what another window saved in the fields that nobody has typed in here: saving one would undo the others
 * (docs/behaviour.md#changes).
 */
export function useSavedElsewhere<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  saved: Values,
): void {
  const show = useEffectEvent(() => {
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
