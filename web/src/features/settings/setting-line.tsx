import { Button } from '@mantine/core';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { isFocusElsewhere } from '../../ui/focus/keep-focus.ts';
import { useOpenedLine, useOpenLine } from './opened-line.ts';
import { LINES, type LineId } from './parts/lines.ts';
import css from './setting-line.module.css';

type SettingLineProps = {
  line: LineId;
  /** What holds now, or why nothing can be set. */
  holds: ReactNode;
  /** What is wrong with it, or has to be done. */
  trouble?: ReactNode;
  /** Opens it; a line that shows a list has no fields to save, and is closed by the same button. */
  press?: 'Change' | 'Add' | 'Show';
  /** Other lines of the address that are within this one now. */
  alsoFor?: readonly LineId[];
  /** The opened fields, or the list; without them there is nothing to open. */
  children?: ReactNode;
};

/** A matter of Settings: what holds now, and a press that opens its fields in place (docs/behaviour.md#settings). */
export function SettingLine(props: SettingLineProps) {
  const { line, holds, trouble, press = 'Change', alsoFor = [], children } = props;
  const { title } = LINES[line];
  const titleId = useId();
  const opened = useOpenedLine();
  const open = useOpenLine();
  const isOpen = opened !== undefined && [line, ...alsoFor].includes(opened);
  const isList = press === 'Show';
  const root = useLineFocus(isOpen, opened);
  return (
    <section ref={root} className={css.line} aria-labelledby={titleId} tabIndex={-1} data-sought={isOpen}>
      <div className="grow">
        <h2 id={titleId}>{title}</h2>
        <div className="dimmed">{holds}</div>
        {trouble ? <div className={css.trouble}>{trouble}</div> : null}
      </div>
      {children && (isList || !isOpen) ? (
        <Button
          variant="default"
          className={css.press}
          aria-label={`${isOpen ? 'Close' : press} ${title}`}
          aria-expanded={isList ? isOpen : undefined}
          data-press
          onClick={() => open(isOpen ? undefined : line)}
        >
          {isOpen ? 'Close' : press}
        </Button>
      ) : null}
      {isOpen ? <div className={css.opened}>{children}</div> : null}
    </section>
  );
}

const FIELDS =
  '[data-autofocus], input:not([hidden], [type="radio"]:not(:checked)), select, textarea, [data-press]';

/** An opened line is in sight with the focus in its first field, a closed one has it on its press. */
function useLineFocus(isOpen: boolean, opened: LineId | undefined) {
  const root = useRef<HTMLElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    const line = root.current;
    if (!line || isOpen === wasOpen.current) return;
    wasOpen.current = isOpen;
    const press = line.querySelector<HTMLElement>('[data-press]');
    if (isOpen) {
      line.scrollIntoView({ block: 'nearest' });
      const field = line.querySelector<HTMLElement>(FIELDS);
      if (press !== document.activeElement) (field === press ? line : field)?.focus({ preventScroll: true });
    } else if (opened === undefined && !isFocusElsewhere(line)) press?.focus();
  }, [isOpen, opened]);
  return root;
}

/** A card that an address may name: then it is in sight and has the focus. */
export function SoughtCard({ line, children }: { line: LineId; children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  const isSought = useOpenedLine() === line;
  useLayoutEffect(() => {
    if (isSought) root.current?.focus();
  }, [isSought]);
  return (
    <div ref={root} className={css.card} tabIndex={-1} data-sought={isSought}>
      {children}
    </div>
  );
}
