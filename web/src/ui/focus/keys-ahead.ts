import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { isTyping } from '../form/is-typing.ts';

/** Elements that handle their own keys once they have the focus. */
const OVERLAY = '[aria-modal="true"], [role="dialog"], [role="menu"]';

/** A part that has taken no focus this long after its code came gives the keys back to the page. */
const FOCUS_WITHIN_MS = 500;

/** Far more than one types ahead; the rest is dropped. */
const KEYS_MAX = 200;

type KeysAheadProps = {
  /** The code of the dialog or menu is there. */
  isLoaded: boolean;
  /** Escape, pressed before it is there. */
  onEscape: () => void;
};

/**
 * From the press that opens a dialog or menu on, all keys are its own, also while its code loads: the page hears none,
 * and what was typed is in the dialog once it has the focus (docs/behaviour.md#focus).
 */
export function KeysAhead({ isLoaded, onEscape }: KeysAheadProps): null {
  const close = useEffectEvent(onEscape);
  // Read while rendering: by the time effects run, the part may have the focus already.
  const [before] = useState(() => document.activeElement);
  const [keys] = useState<string[]>([]);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === 'Escape') close();
      else if (!event.repeat && event.key !== 'Tab' && keys.length < KEYS_MAX) keys.push(event.key);
    };
    const end = () => {
      clearTimeout(timer);
      removeEventListener('keydown', onKey, true);
      removeEventListener('focusin', onFocus);
    };
    const onFocus = () => {
      if (!isArrived(before, isLoaded)) return;
      end();
      // After the handlers of the field that has just got the focus.
      queueMicrotask(() => pressAll(keys.splice(0)));
    };
    const timer = isLoaded ? setTimeout(end, FOCUS_WITHIN_MS) : undefined;
    addEventListener('keydown', onKey, true);
    addEventListener('focusin', onFocus);
    onFocus();
    return end;
  }, [isLoaded, before, keys]);
  return null;
}

/** Whether the focus has gone from where it was into a dialog or menu, or into a field of a form that stands in the page. */
function isArrived(before: Element | null, isLoaded: boolean): boolean {
  const active = document.activeElement;
  if (active === before) return false;
  const overlay = active?.closest(OVERLAY) ?? null;
  return (overlay !== null && overlay !== before?.closest(OVERLAY)) || (isLoaded && isTyping(active));
}

/** Types the text into the focused field; all other keys are pressed there. */
function pressAll(keys: string[]): void {
  let text: string[] = [];
  for (const key of keys) {
    if ([...key].length === 1) text.push(key);
    else if (key === 'Backspace' && text.length > 0) text.pop();
    else {
      typeText(text.join(''));
      text = [];
      const press = new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(press);
    }
  }
  typeText(text.join(''));
}

function typeText(text: string): void {
  const field = document.activeElement;
  if (!text || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  // A field for an address or a number, and a box to tick, have no caret.
  if (field.selectionStart === null || field.selectionEnd === null) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}
