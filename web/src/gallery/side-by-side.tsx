import { useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
import css from './gallery.module.css';
import { GalleryBar } from './gallery-bar.tsx';

/**
 * The same folder in both schemes, each in its own document, because a scheme applies to a whole document with its
 * dialogs and menus. They scroll together.
 */
export function SideBySide() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const light = useRef<HTMLIFrameElement>(null);
  const dark = useRef<HTMLIFrameElement>(null);
  const scrollTogether = () => {
    const windows = [light.current?.contentWindow, dark.current?.contentWindow];
    for (const one of windows)
      one?.addEventListener('scroll', () => {
        for (const other of windows) if (other !== one) other?.scrollTo(0, one.scrollY);
      });
  };
  return (
    <main className={css.split}>
      <title>Gallery – Pigeonpost</title>
      <h1 className="visually-hidden">Gallery in both schemes</h1>
      <div className={css.top}>
        <GalleryBar />
      </div>
      <div className={css.both}>
        <iframe
          ref={light}
          title="In the light scheme"
          src={`${path}?scheme=light`}
          onLoad={scrollTogether}
        />
        <iframe ref={dark} title="In the dark scheme" src={`${path}?scheme=dark`} onLoad={scrollTogether} />
      </div>
    </main>
  );
}
