import { LogoShape } from './logo.tsx';

const WAVES = [12, 21, 30, 39, 48];

/** The grey postmark of empty states and sign-in cards: the mark in two rings, five waves. Decorative. */
export function Postmark() {
  return (
    <svg
      viewBox="0 0 164 72"
      width="164"
      height="72"
      fill="none"
      stroke="var(--pp-control-border)"
      strokeWidth="1.4"
      aria-hidden="true"
    >
      <circle cx="36" cy="36" r="34.3" />
      <circle cx="36" cy="36" r="28" strokeDasharray="0.1 3.9" strokeLinecap="round" strokeWidth="1.6" />
      <g transform="translate(14.5 15.5) scale(1.3)" stroke="none">
        <LogoShape fill="var(--pp-line-strong)" ground="var(--pp-surface)" />
      </g>
      {WAVES.map((top, index) => (
        <path
          key={top}
          strokeLinecap="round"
          d={`M${69 + (index % 2) * 4 + (index === 2 ? 2 : 0)} ${top + 5}c8-8 14-8 22 0s14 8 22 0 14-8 22 0 14 8 22 0`}
        />
      ))}
    </svg>
  );
}
