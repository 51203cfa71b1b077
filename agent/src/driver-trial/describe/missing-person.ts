import { askForClick, type Scene } from './ask-person.ts';
import { countShown, findersIn } from './page-finders.ts';

/** What the site shows in place of a thread with somebody who does not exist. */
export interface NobodyMark {
  shown: string;
  words?: string[];
}

interface ShownNobody {
  /** The mark, once the page shows a thread, which must not have it. Throws a sentence if nothing is left. */
  apartFromThread(): Promise<NobodyMark>;
}

const MAX_WORDS = 120;
/** An element of any kind, so that its words alone would tell: people may write them too. */
const ANY_ELEMENT = /(^| )(div|span|p|a|li)$/;

/** Opens a name that nobody has, and asks for the words that say so. */
export async function showNobody(scene: Scene, address: string): Promise<ShownNobody> {
  const { page, people, say } = scene;
  await page.goto(address);
  const clicked = await askForClick(
    scene,
    'This is somebody who does not exist. Click the words that say so.',
    'Nothing says so',
  );
  if (!clicked)
    throw new Error('The page does not say that a person does not exist: that needs a driver file.');
  const { selectors } = await findersIn(page, people);
  const found = await selectors.evaluate((one, element) => {
    const around: Element[] = [];
    for (let outer: Element | null = element; outer && outer !== document.body; outer = outer.parentElement)
      around.push(outer);
    return around.slice(0, 4).map((outer) => one.uniqueFor(outer));
  }, clicked);
  const said = await clicked.evaluate((element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim());
  const words = wordsApartFrom(said, people.at(-1) ?? '');
  return {
    async apartFromThread() {
      for (const shown of found.flat()) {
        if (ANY_ELEMENT.test(shown) || shown.startsWith('aria/') || (await countShown(page, shown)) > 0)
          continue;
        say(`  ${shown}${words ? `, with the words "${words}"` : ''}`);
        return words ? { shown, words: [words] } : { shown };
      }
      throw new Error('Nothing stable tells the page of somebody who does not exist from a thread.');
    },
  };
}

/** The longest part of a sentence that does not hold the name. */
function wordsApartFrom(said: string, name: string): string {
  const parts = name === '' ? [said] : said.split(new RegExp(RegExp.escape(name), 'i'));
  const longest = parts.reduce((one, other) => (other.length > one.length ? other : one));
  return longest.slice(0, MAX_WORDS).replace(/^[\s"'“”@.,:]+|[\s"'“”@.,:]+$/g, '');
}
