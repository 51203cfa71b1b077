import type { ElementHandle, Page } from 'puppeteer-core';
import { readShown, toPlainLines } from './page-text.ts';

export type Takes = 'value' | 'paste' | 'keys';

interface Composing {
  page: Page;
  field: ElementHandle;
  takes: Takes;
  text: string;
}

/** Puts a whole text into an empty or a used field, and says whether the field then holds exactly that. */
export async function compose(composing: Composing): Promise<boolean> {
  const { field, text } = composing;
  const lines = toPlainLines(text);
  await clear(composing);
  if (lines !== '') await fill({ ...composing, text: lines });
  return holdsText(field, text);
}

/** Whether a field holds exactly this text at this moment. */
export async function holdsText(field: ElementHandle, text: string): Promise<boolean> {
  return (await readField(field)) === toPlainLines(text);
}

/** The lines that a field holds. */
async function readField(field: ElementHandle): Promise<string> {
  const read = await field.evaluateHandle((element) => [element as Element]);
  const shown = await read.evaluate(readShown, {});
  await read.dispose();
  return toPlainLines(shown?.[0]?.text ?? '');
}

async function clear({ page, field, takes }: Composing): Promise<void> {
  if ((await readField(field)) === '') return;
  if (takes === 'value') return void (await field.evaluate(setValue, ''));
  await field.focus();
  await field.evaluate(selectContent);
  await settle(page);
  await page.evaluate(() => document.execCommand('delete'));
  await settle(page);
}

async function fill({ page, field, takes, text }: Composing): Promise<void> {
  await field.focus();
  await settle(page);
  if (takes === 'value') await field.evaluate(setValue, text);
  else if (takes === 'paste') await field.evaluate(paste, text);
  else await type(page, text);
  await settle(page);
}

/** Enter may send, so a line ends by Shift+Enter. */
async function type(page: Page, text: string): Promise<void> {
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) {
      await page.keyboard.down('Shift');
      await page.keyboard.press('Enter');
      await page.keyboard.up('Shift');
    }
    await page.keyboard.type(line);
  }
}

/** Editors look at the selection and draw in later turns of the page. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let turn = 0; turn < 2; turn++) await new Promise(requestAnimationFrame);
  });
}

/** Runs in the page. Frameworks replace the element's own setter to learn of typed texts. */
function setValue(element: Element, text: string): void {
  const kind = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(element, text);
  element.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Runs in the page. */
function selectContent(element: Element): void {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) element.select();
  else getSelection()?.selectAllChildren(element);
}

/** Runs in the page: as a person's paste. Where the page leaves it to the browser, the text is inserted like one. */
function paste(element: Element, text: string): void {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, composed: true });
  // Firefox gives such an event an empty clipboard, whatever it is made with.
  Object.defineProperty(event, 'clipboardData', { value: data });
  if (element.dispatchEvent(event)) document.execCommand('insertText', false, text);
}
