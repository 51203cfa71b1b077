const BODY = 'M5 23.5 15 12.6V11a5 5 0 0 1 9.7-1.7L28 11l-3 1.4v2.1a9 9 0 0 1-9 9Z';
const FOLD = 'M8.4 23.2 16 17.6l3.2 4.9';

/** The mark, a letter folded into a pigeon, on its accent tile. Decorative: the name is beside it. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" style={{ flex: 'none' }}>
      <rect width="32" height="32" rx="8" fill="var(--pp-accent)" />
      <LogoShape fill="#fff" ground="var(--pp-accent)" />
    </svg>
  );
}

/** The pigeon alone, in a 32 by 32 box, for other drawings. */
export function LogoShape({ fill, ground }: { fill: string; ground: string }) {
  return (
    <>
      <path fill={fill} d={BODY} />
      <path fill="none" stroke={ground} strokeWidth="1.7" strokeLinejoin="round" d={FOLD} />
      <circle cx="20.6" cy="10.4" r="1.15" fill={ground} />
    </>
  );
}
