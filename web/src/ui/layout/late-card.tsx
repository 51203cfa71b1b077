import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { Card } from './card.tsx';

/** Users who search the page or have it read aloud may never scroll. */
const LATEST_MS = 5000;

type LateCardProps = {
  /** The heading, which is there from the beginning. */
  title: string;
  /** The height of the card until then, in pixels. */
  height: number;
  /** A lazyPart: the whole card. */
  part: ComponentType<{ fallback?: ReactNode }>;
};

/** A card below the first screenful: fetched when it comes into view, or some seconds later. */
export function LateCard({ title, height, part: Part }: LateCardProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setWanted(true);
    });
    observer.observe(place.current);
    const timer = setTimeout(() => setWanted(true), LATEST_MS);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
  const empty = (
    <div ref={place} style={{ display: 'grid', minHeight: height }}>
      <Card title={title} />
    </div>
  );
  return isWanted ? <Part fallback={empty} /> : empty;
}
