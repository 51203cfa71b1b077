import { useLayoutEffect, useRef, useState } from 'react';

/** Pixels from the end that still count as the end: scrolling stops at fractions of them. */
const END_SLACK_PX = 8;

/** Keeps a scroller at its end as `content` grows, unless the reader has scrolled up. */
export function useFollow(content: unknown) {
  const scroller = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const goToEnd = () => {
    setAtEnd(true);
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  };
  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight <= END_SLACK_PX);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: new content is what it follows
  useLayoutEffect(() => {
    if (isAtEnd) scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [content]);
  return { scroller, isAtEnd, onScroll, goToEnd };
}
