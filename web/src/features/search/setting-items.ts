import { IconSettings } from '@tabler/icons-react';
import { LINES, type LineId, PARTS } from '../settings/parts/lines.ts';
import type { Item, Navigate } from './palette-items.ts';

/** The lines of Settings whose title has the typed text, or for which another word begins so; none without a text. */
export function settingItems(typed: string, navigate: Navigate): Item[] {
  const wanted = typed.toLowerCase();
  if (wanted === '') return [];
  return (Object.keys(LINES) as LineId[]).flatMap((line): Item[] => {
    const { title, also, to } = LINES[line];
    const isFound = title.toLowerCase().includes(wanted) || ` ${also}`.includes(` ${wanted}`);
    if (!isFound) return [];
    const note = PARTS.find((part) => part.to === to)?.title;
    const run = () => navigate({ to, search: { line } });
    return [{ key: `setting ${line}`, label: title, note, icon: IconSettings, run }];
  });
}
