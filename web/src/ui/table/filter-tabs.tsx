import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { formatCount } from '../../format/format-number.ts';
import type { Tone } from '../feedback/badge.tsx';
import tabRow from '../layout/tab-row.module.css';
import css from './filter-tabs.module.css';

type Tab<Value extends string> = {
  value: Value;
  label: string;
  /** The number of its rows; undefined until known. */
  count: number | undefined;
  /** Its number is being counted, which may take long. */
  isCounting?: boolean;
  /** A dot before its text while it has rows, for those that need a person. */
  tone?: Tone;
};

type FilterTabsProps<Value extends string> = {
  /** The criterion of the tabs: 'Status'. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** The parts of a list as tabs with their counts, over the list; one tab stop, the arrows move between tabs. */
export function FilterTabs<Value extends string>(props: FilterTabsProps<Value>) {
  const { label, tabs, value, onChange } = props;
  const list = useRef<HTMLDivElement>(null);
  const at = tabs.findIndex((tab) => tab.value === value);
  const isCounted = tabs.every(({ count }) => count !== undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (at + step + tabs.length) % tabs.length;
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
    const tab = tabs[next];
    if (tab) onChange(tab.value);
  };
  return (
    <>
      <div ref={list} className={tabRow.row} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            className={tabRow.tab}
            aria-selected={tab.value === value}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.tone && tab.count ? (
              <span className={`${css.dot} dot`} data-tone={tab.tone} aria-hidden="true" />
            ) : null}
            {tab.label}
            <span className={css.count}>{countText(tab)}</span>
          </button>
        ))}
      </div>
      {/* After the list, which is not there yet when an effect inside of it runs. Keyed by the counts too: they make the
          tabs before the chosen one wider. */}
      <ShowTab key={`${at} ${isCounted}`} list={list} at={at} />
    </>
  );
}

function countText({ count, isCounting }: { count: number | undefined; isCounting?: boolean }): string {
  if (count !== undefined) return formatCount(count);
  return isCounting ? '…' : '\u2007';
}

/** Scrolls the chosen tab into view once, when it is mounted. */
function ShowTab({ list, at }: { list: RefObject<HTMLDivElement | null>; at: number }) {
  useLayoutEffect(() => {
    if (list.current) showTab(list.current, at);
  }, [list, at]);
  return null;
}

/** On a phone the tabs are wider than the screen: only they scroll, to show the chosen one. */
function showTab(list: HTMLElement, at: number): void {
  const tab = list.querySelectorAll('[role="tab"]')[at]?.getBoundingClientRect();
  if (!tab) return;
  const { left, right } = list.getBoundingClientRect();
  if (tab.right > right) list.scrollLeft += tab.right - right;
  else if (tab.left < left) list.scrollLeft -= left - tab.left;
}
