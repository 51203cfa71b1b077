import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listSources, readSource } from './source-files.ts';

const PARTS = /^web\/src\/ui\/.*\.tsx$/;
/** The gallery, and the root route with the hosts of toasts and questions around it. */
const SHOWN = /^web\/src\/(gallery\/.*|routes)\.tsx$/;

test('the gallery shows every part of ui/', () => {
  const missing = findMissing(textsOf(PARTS), textsOf(SHOWN));
  assert.deepEqual(missing, [], `Show ${missing.join(', ')} in all states in web/src/gallery/.`);
});

test('the check finds a part that nothing shows, and accepts one that another part shows', () => {
  const parts = [
    'export function Table() { return <Row />; }',
    'export const Row = memo(PlainRow);\nexport const LIMIT = 5;',
    'export function Slider() { return <Knob />; }\nexport function Knob() { return null; }',
    "export const Mark = createContext('');",
  ];
  assert.deepEqual(findMissing(parts, ['<Table />']), ['Slider', 'Knob']);
  assert.deepEqual(findMissing(parts, ['<Table />', '<Slider value={1} />']), []);
});

/** The exported components that neither the gallery nor a part in it renders. */
function findMissing(parts: string[], shown: string[]): string[] {
  const waiting = new Set(parts.filter((text) => componentsOf(text).length > 0));
  const rendered = [...shown];
  const isRendered = (name: string) => rendered.some((text) => new RegExp(`<${name}\\b`).test(text));
  for (let hasGrown = true; hasGrown; ) {
    hasGrown = false;
    for (const text of waiting) {
      if (!componentsOf(text).some(isRendered)) continue;
      waiting.delete(text);
      rendered.push(text);
      hasGrown = true;
    }
  }
  return parts.flatMap(componentsOf).filter((name) => !isRendered(name));
}

/** A name in capitals only is a constant; a context draws nothing. */
function componentsOf(text: string): string[] {
  const exported = text.matchAll(
    /^export (?:function|class|const) ([A-Z]\w*[a-z]\w*)(?! = createContext)\b/gm,
  );
  return [...exported].map(([, name = '']) => name);
}

function textsOf(pattern: RegExp): string[] {
  return listSources(pattern).map(readSource);
}
