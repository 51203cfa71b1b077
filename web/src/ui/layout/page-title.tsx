import { createContext, useContext } from 'react';

/** A prefix of the tab's title: '(1) ' marks something new. */
export const TitleMark = createContext('');

/** The title of the tab: 'Settings – Pigeonpost'. */
export function PageTitle({ words }: { words: string }) {
  const mark = useContext(TitleMark);
  return <title>{`${mark}${words} – Pigeonpost`}</title>;
}
