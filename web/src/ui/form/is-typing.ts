const PRESSED = ['checkbox', 'radio', 'button', 'submit', 'file'];

/** Whether a key pressed there is text or a choice, so that a shortcut must ignore it. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !PRESSED.includes(target.type);
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName);
}
