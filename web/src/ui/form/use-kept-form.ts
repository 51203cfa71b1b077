import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { clearDraft, registerDraft, restoredDraft } from '../../api/drafts.ts';

/** What a form must tell of itself: Mantine's fits. */
type KeepableForm<Values> = {
  isDirty: () => boolean;
  getValues: () => Values;
  setValues: (values: Partial<Values>) => void;
};

type KeepOptions<Values> = {
  /** Fields that are never written down: passwords. */
  except?: (keyof Values)[];
};

/**
 * Keeps what is typed in a form when the session ends in the middle of it, and puts it back after the log-in
 * (docs/behaviour.md#sessions). The name is the form's own. True when something was put back.
 */
export function useKeptForm<Values extends object>(
  name: string,
  form: KeepableForm<Values>,
  { except = [] }: KeepOptions<Values> = {},
): boolean {
  const [isRestored] = useState(() => restoredDraft(name) !== undefined);
  const restore = useEffectEvent((kept: Partial<Values>) => form.setValues(kept));
  const read = useEffectEvent(() => {
    if (!form.isDirty()) return undefined;
    return Object.fromEntries(
      Object.entries(form.getValues()).filter(([field]) => !except.includes(field as keyof Values)),
    );
  });
  useEffect(() => {
    const kept = restoredDraft<Partial<Values>>(name);
    if (kept) restore(kept);
    clearDraft(name);
    return registerDraft(name, () => read());
  }, [name]);
  return isRestored;
}

/** The same for a state, such as which dialog is open over what. It must be plain data. */
export function useKeptState<Value>(name: string, initial: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const [state, setState] = useState<Value>(() => restoredDraft<Value>(name) ?? initial);
  const read = useEffectEvent(() => state);
  useEffect(() => {
    clearDraft(name);
    return registerDraft(name, () => read());
  }, [name]);
  return [state, setState];
}

/** The same for a text that its field holds by itself. `onRestored` hears of what was put back. */
export function useKeptText(name: string, onRestored: (text: string) => void): RefObject<string> {
  const [initial] = useState(() => restoredDraft<string>(name) ?? '');
  const text = useRef(initial);
  const tell = useEffectEvent(onRestored);
  useEffect(() => {
    clearDraft(name);
    if (initial) tell(initial);
    return registerDraft(name, () => text.current || undefined);
  }, [name, initial]);
  return text;
}

/** Whether a text waits to be put back. */
export function isTextKept(name: string): boolean {
  return restoredDraft(name) !== undefined;
}
