import type { ElementHandle } from 'puppeteer-core';
import { compose, type Takes } from '../../drivers/described/compose.ts';
import { type Asking, askForClick, askToContinue, type Scene } from './ask-person.ts';
import { uncover } from './covering-dialog.ts';
import { openAndWatch } from './loading-mark.ts';
import { type NobodyMark, showNobody } from './missing-person.ts';
import {
  buttonOf,
  countShown,
  fieldOf,
  findersIn,
  findName,
  keepAlone,
  messagesOf,
  type NamePlace,
  type PageFinders,
  selectorsOf,
} from './page-finders.ts';
import { findSignInPage, type SignInPage } from './sign-in-page.ts';
import type { MessageSelectors } from './thread-parts.ts';

/** A site as a person showed it. Each list has the most stable selector first. */
export interface ShownSite {
  home: string;
  thread: string;
  person: string;
  unknown: string;
  name: NamePlace;
  field: string[];
  takes: Takes;
  /** Undefined if Enter sends. */
  button: string[] | undefined;
  loading: string | undefined;
  messages: MessageSelectors;
  notFound: NobodyMark;
  signInPage: SignInPage | undefined;
  dismiss: string[];
}

/** What a person, or a script, has said beforehand. */
export interface Given {
  person?: string | undefined;
  second?: string | undefined;
  unknown?: string | undefined;
}

const TRIAL_TEXT = 'Pigeonpost tries this field';

/**
 * Asks a person to show the parts of a thread, one after the other, and finds out the rest
 * (docs/site-drivers.md#describing-a-site). Nothing is sent. Throws a sentence where the site cannot be described.
 */
export async function describeSite(asking: Asking & { address: string; given: Given }): Promise<ShownSite> {
  const { page, address, given, say } = asking;
  const scene: Scene = { ...asking, people: [], dismiss: [] };
  await page.goto(address);
  await askToContinue(scene, 'Sign in if the site asks for it. When the thread stands here, continue.');
  const person = given.person ?? (await askName(scene, 'Whose thread is this, as the address names them?'));
  const thread = patternOf(address, person);
  scene.people.push(person);
  await uncover(scene);

  const { field, takes, button } = await showComposer(scene);
  const messages = await showMessages(scene);
  const list = messages.list[0] as string;
  say(`Your message is read as: ${messages.said}`);
  const names = await findName(await findersIn(page, scene.people), person, list);
  if (names.length === 0) {
    throw new Error(`The page does not show the name ${person}, so a driver cannot tell whose thread it is.`);
  }

  const second = given.second ?? (await askName(scene, 'Another person with a thread, to try this on?'));
  scene.people.push(second);
  const loading = await openThread(scene, { thread, person: second, messages });
  const kept = { ...messages, list: await keepAlone(page, messages.list) };
  const name = await findKeptName(scene, names, second);
  const keptFields = await keepAlone(page, field);
  const keptButtons = button && (await keepButtons(scene, { field: keptFields, takes, button }));
  requireAll({ 'the list of messages': kept.list, 'the field': keptFields, 'the button': keptButtons });

  const unknown = given.unknown ?? (await askName(scene, 'A name that nobody has there?'));
  scene.people.push(unknown);
  const nobody = await showNobody(scene, addressOf(thread, unknown));
  await openThread(scene, { thread, person: second, messages: kept });
  const notFound = await nobody.apartFromThread();
  const signInForm = await findSignInPage(page, addressOf(thread, person));
  await openThread(scene, { thread, person, messages: kept });
  const isSeparate = signInForm && (await areHidden(scene, signInForm.signedOut));
  if (!isSeparate) say('No page was found that asks to sign in: sign the profile in by hand.');
  return {
    home: new URL('/', address).href,
    thread,
    person,
    unknown,
    name,
    field: keptFields,
    takes,
    button: keptButtons,
    loading,
    messages: kept,
    notFound,
    signInPage: isSeparate ? signInForm : undefined,
    dismiss: scene.dismiss,
  };
}

async function askName({ ask }: Scene, question: string): Promise<string> {
  const answer = (await ask(`${question} `))?.trim().toLowerCase();
  if (!answer) throw new Error('No name was given, so the site is not described.');
  return answer;
}

/** The address with {person} in the place of the name. */
function patternOf(address: string, person: string): string {
  const { origin } = new URL(address);
  const rest = address.slice(origin.length);
  const forms = [encodeURIComponent(person), person];
  const at = forms.map((form) => ({ form, index: rest.toLowerCase().lastIndexOf(form.toLowerCase()) }));
  const found = at.find(({ index }) => index >= 0);
  if (!found) {
    throw new Error(
      `The address ${address} does not hold the name ${person}: only a driver file can find a thread there.`,
    );
  }
  const { form, index } = found;
  return `${origin}${rest.slice(0, index)}{person}${rest.slice(index + form.length)}`;
}

function addressOf(thread: string, person: string): string {
  return thread.replace('{person}', () => encodeURIComponent(person));
}

/** Asks again until a click gives something. */
async function askUntil<T>(
  scene: Scene,
  { text, otherwise, wrong }: { text: string; otherwise?: string; wrong: string },
  read: (clicked: ElementHandle<Element>, finders: PageFinders) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (;;) {
    const clicked = await askForClick(scene, text, otherwise);
    if (!clicked) return undefined;
    const found = await read(clicked, await findersIn(scene.page, scene.people));
    if (found !== undefined) return found;
    scene.say(wrong);
  }
}

async function showComposer(scene: Scene) {
  const { page, say } = scene;
  const shown = await askUntil(
    scene,
    { text: 'Click the field where you type a message.', wrong: 'That is no field that takes a text.' },
    async (clicked, finders) => {
      const element = await fieldOf(finders, clicked);
      const selectors = element && (await selectorsOf(page, finders, element));
      return element && selectors?.length ? { element, selectors } : undefined;
    },
  );
  if (!shown) throw new Error('No field was shown.');
  say(`  ${shown.selectors[0]}`);
  // Many sites show their button only beside a text.
  const takes = await findTakes(scene, shown.element);
  const button = await askUntil(
    scene,
    {
      text: 'Click the button that sends. It is not pressed: nothing is sent.',
      otherwise: 'Enter sends',
      wrong: 'Nothing stable tells that button from others.',
    },
    async (clicked, finders) => {
      const selectors = await selectorsOf(page, finders, await buttonOf(finders, clicked));
      return selectors.length > 0 ? selectors : undefined;
    },
  );
  say(`  ${button?.[0] ?? 'Enter'}`);
  await compose({ page, field: shown.element, takes, text: '' });
  return { field: shown.selectors, takes, button };
}

/** How the field takes a text. It stands there afterwards. */
async function findTakes({ page }: Scene, field: ElementHandle<Element>): Promise<Takes> {
  const isEditor = await field.evaluate((one) => !one.matches('input, textarea'));
  const isOneLine = await field.evaluate((one) => one.matches('input'));
  const text = isOneLine ? TRIAL_TEXT : `${TRIAL_TEXT}.\nTwice`;
  const ways: Takes[] = isEditor ? ['paste', 'keys'] : ['value', 'keys'];
  for (const takes of ways) if (await compose({ page, field, takes, text })) return takes;
  throw new Error('The field does not keep a text as it was put in: only a driver file can fill it.');
}

async function showMessages(scene: Scene): Promise<MessageSelectors> {
  const wrong = 'Nothing stable tells these two messages apart. Click their texts, of messages in one list.';
  for (;;) {
    const own = await askForClick(scene, 'Click the text of the last message that you sent.');
    const theirs = await askForClick(scene, 'Click the text of a message that you got.');
    const finders = await findersIn(scene.page, scene.people);
    const found = own && theirs && (await messagesOf(finders, own, theirs));
    if (found) {
      scene.say(
        `  list ${found.list[0]} · yours ${found.own[0]} · theirs ${found.theirs[0] ?? 'not told apart'}`,
      );
      return found;
    }
    scene.say(wrong);
  }
}

async function openThread(
  scene: Scene,
  { thread, person, messages }: { thread: string; person: string; messages: MessageSelectors },
): Promise<string | undefined> {
  const { page, people, clock } = scene;
  const [ready = ''] = messages.list;
  const loading = await openAndWatch(page, { address: addressOf(thread, person), ready, people, clock });
  await uncover(scene);
  return loading;
}

async function findKeptName(scene: Scene, names: NamePlace[], person: string): Promise<NamePlace> {
  const here = await findName(await findersIn(scene.page, scene.people), person, 'script');
  for (const place of names) {
    const same = here.find(({ attribute, is }) => attribute === place.attribute && is === place.is);
    const selectors = same ? place.selectors.filter((one) => same.selectors.includes(one)) : [];
    if (selectors.length > 0) return { ...place, selectors };
  }
  throw new Error(`Where the first thread shows its name, that of ${person} shows another one.`);
}

async function keepButtons(
  { page }: Scene,
  { field, takes, button }: { field: string[]; takes: Takes; button: string[] },
): Promise<string[]> {
  const shown = field[0] ? await page.$(field[0]) : null;
  if (!shown) return button;
  await compose({ page, field: shown, takes, text: TRIAL_TEXT });
  const kept = await keepAlone(page, button);
  await compose({ page, field: shown, takes, text: '' });
  return kept;
}

async function areHidden({ page }: Scene, marks: { shown: string }[]): Promise<boolean> {
  for (const { shown } of marks) if ((await countShown(page, shown)) > 0) return false;
  return true;
}

function requireAll(kept: Record<string, string[] | undefined>): void {
  for (const [what, selectors] of Object.entries(kept))
    if (selectors?.length === 0)
      throw new Error(`On the second thread ${what} is not found in the same way.`);
}
