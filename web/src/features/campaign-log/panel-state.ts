import { useState } from 'react';

const STATES = ['open', 'collapsed', 'closed'] as const;

/** Open with its lines, collapsed to the latest one, or closed to a button. */
export type PanelState = (typeof STATES)[number];

const KEY = 'campaign-log';

/** How the reader left the panel, remembered in this browser. */
export function usePanelState(): [PanelState, (next: PanelState) => void] {
  const [state, setState] = useState(stored);
  const change = (next: PanelState) => {
    localStorage.setItem(KEY, next);
    setState(next);
  };
  return [state, change];
}

function stored(): PanelState {
  const text = localStorage.getItem(KEY);
  return STATES.find((state) => state === text) ?? 'collapsed';
}
