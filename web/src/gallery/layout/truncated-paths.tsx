import { TruncatedPath } from '../../ui/layout/truncated-path.tsx';
import type { PartStates } from '../part-states.tsx';

/** Folder paths that lose their middle. */
export const truncatedPaths: PartStates[] = [
  {
    part: 'TruncatedPath',
    states: {
      Short: <TruncatedPath path="/home/marta/.mozilla/x1y2" />,
      Long: (
        <TruncatedPath path="/home/marta/snap/firefox/common/.mozilla/firefox/profiles/x1y2z3w4.kiln-club" />
      ),
      'Of Windows': (
        <TruncatedPath path="C:\Users\marta\AppData\Roaming\Mozilla\Firefox\Profiles\x1y2.kiln-club" />
      ),
      'With letters of double width': (
        <TruncatedPath path="/home/marta/.mozilla/firefox/profiles/陶芸教室のプロフィール" />
      ),
    },
  },
];
