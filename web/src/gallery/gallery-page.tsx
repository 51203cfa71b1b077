import '../theme/mono.ts';
import { MantineProvider } from '@mantine/core';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { theme } from '../theme/theme.ts';
import { focusOn, keepFocus } from '../ui/focus/keep-focus.ts';
import { PageTitle } from '../ui/layout/page-title.tsx';
import { FOLDERS } from './folders.ts';
import css from './gallery.module.css';
import { GalleryBar } from './gallery-bar.tsx';
import { WholeScreen } from './layout/whole-screen.tsx';
import { idOf, PartSection, type PartStates } from './part-states.tsx';
import { SideBySide } from './side-by-side.tsx';

/** Every part of ui/ in all its states, a screen for each folder, in the scheme of the address. */
export function GalleryPage() {
  const { scheme } = useSearch({ strict: false });
  const { folder } = useParams({ strict: false });
  // The provider around all screens sets the scheme in an effect of the first commit, after the effects inside of it.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  if (!isMounted) return null;
  if (scheme === 'both') return <SideBySide />;
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
      {...(scheme ? { forceColorScheme: scheme } : {})}
    >
      {folder === 'airmail-card' ? <WholeScreen /> : <Folder name={folder} />}
    </MantineProvider>
  );
}

function Folder({ name }: { name: string | undefined }) {
  // Like the shell for its screens.
  useEffect(keepFocus, []);
  const parts = name === undefined ? undefined : FOLDERS[name];
  return (
    <main className={css.page}>
      <PageTitle words={parts ? `Gallery: ${name}` : 'Gallery'} />
      <GalleryBar />
      {parts && name ? <Parts folder={name} parts={parts} /> : <Contents />}
      <div id="overlays" />
    </main>
  );
}

function Parts({ folder, parts }: { folder: string; parts: PartStates[] }) {
  return (
    <>
      <Title key={folder}>{`ui/${folder}`}</Title>
      <PartLinks folder={folder} parts={parts} isInline />
      {parts.map((part) => (
        <PartSection key={part.part} {...part} />
      ))}
    </>
  );
}

function Contents() {
  return (
    <>
      <Title>Gallery</Title>
      <p className={`${css.note} dimmed`}>
        Every part of ui/ in all its states. This screen exists in development only.
      </p>
      <div className={css.contents}>
        {Object.entries(FOLDERS).map(([folder, parts]) => (
          <section key={folder}>
            <h2>{folder}</h2>
            <PartLinks folder={folder} parts={parts} />
          </section>
        ))}
      </div>
    </>
  );
}

/** It takes the focus, as on every screen; otherwise a part that takes an unset focus would scroll the page. */
function Title({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (heading.current) focusOn(heading.current);
  }, []);
  return (
    <h1 ref={heading} className={css.title}>
      {children}
    </h1>
  );
}

type PartLinksProps = { folder: string; parts: PartStates[]; isInline?: boolean };

function PartLinks({ folder, parts, isInline }: PartLinksProps) {
  return (
    <ul className={css.parts} data-inline={isInline}>
      {parts.map((part) => (
        <li key={part.part}>
          <Link to="/gallery/{-$folder}" params={{ folder }} search={true} hash={idOf(part)}>
            {part.part}
          </Link>
        </li>
      ))}
    </ul>
  );
}
