import { useLayoutEffect, useRef } from 'react';

/** What the tab is called by what is on the page, in the order in which it came. */
const titles = new Set<{ text: string }>();

/** Names the browser's tab while it is on the page; what came last stands before what came earlier. */
export function PageTitle({ children }: { children: string }) {
  const title = useRef({ text: children });
  useLayoutEffect(() => {
    title.current.text = children;
    titles.add(title.current);
    showLast();
  }, [children]);
  useLayoutEffect(
    () => () => {
      titles.delete(title.current);
      showLast();
    },
    [],
  );
  return null;
}

function showLast(): void {
  const last = [...titles].at(-1);
  if (last) document.title = last.text;
}
