import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { registerDraft, restoredDraft } from '../../api/drafts.ts';

/** The needed part of a form: Mantine's fits. */
type KeepableForm<Values> = {
  isDirty: () => boolean;
  getValues: () => Values;
  setValues: (values: Partial<Values>) => void;
};

type KeepOptions<Values> = {
  /** Fields that are never stored: passwords. */
  except?: (keyof Values)[] | undefined;
};

/**
 * Keeps the typed values of a form when the session ends, and restores them after the log-in
 * (docs/behaviour.md#sessions). The name must be unique to the form; without one nothing is kept. True if values were
 * restored.
 */
export function useKeptForm<Values extends object>(
  name: string | undefined,
  form: KeepableForm<Values> | undefined,
  { except = [] }: KeepOptions<Values> = {},
): boolean {
  const [isRestored] = useState(() => name !== undefined && restoredDraft(name) !== undefined);
  const restore = useEffectEvent((kept: Partial<Values>) => form?.setValues(kept));
  const read = useEffectEvent(() => {
    return form?.isDirty() ? withoutFields(form.getValues(), except) : undefined;
  });
  useEffect(() => {
    if (name === undefined) return;
    const kept = restoredDraft<Partial<Values>>(name);
    if (kept) restore(kept);
    return registerDraft(name, () => read());
  }, [name]);
  return isRestored;
}

/** What of the values is stored: all but these fields. */
export function withoutFields<Values extends object>(
  values: Values,
  except: readonly (keyof Values)[],
): Partial<Values> {
  const stored = Object.entries(values).filter(([field]) => !except.includes(field as keyof Values));
  return Object.fromEntries(stored) as Partial<Values>;
}

/** The same for a state, such as which dialog is open. It must be plain data. */
export function useKeptState<Value>(name: string, initial: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const [state, setState] = useState<Value>(() => restoredDraft<Value>(name) ?? initial);
  const read = useEffectEvent(() => state);
  useEffect(() => {
    return registerDraft(name, () => read());
  }, [name]);
  return [state, setState];
}

/** The same for a text that its field stores itself. `onRestored` gets the restored text. */
export function useKeptText(name: string, onRestored: (text: string) => void): RefObject<string> {
  const [initial] = useState(() => restoredDraft<string>(name) ?? '');
  const text = useRef(initial);
  const tell = useEffectEvent(onRestored);
  useEffect(() => {
    if (initial) tell(initial);
    return registerDraft(name, () => text.current || undefined);
  }, [name, initial]);
  return text;
}

/** Whether a text waits to be restored. */
export function isTextKept(name: string): boolean {
  return restoredDraft(name) !== undefined;
}
