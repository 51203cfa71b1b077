import { createContext, useContext } from 'react';

/** Stands before every title of the tab: '(1) ' says that something is new. */
export const TitleMark = createContext('');

/** The title of the tab: 'Settings – Pigeonpost'. */
export function PageTitle({ words }: { words: string }) {
  const mark = useContext(TitleMark);
  return <title>{`${mark}${words} – Pigeonpost`}</title>;
}
