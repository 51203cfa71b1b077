import type { Plugin } from 'vite';

/** Where React's development build takes these notes, and what replaces that. */
const TRACES: [RegExp, string][] = [
  // A stack of each element; React itself leaves it out beyond 10,000 elements a second.
  [/1e4 > ReactSharedInternals\.recentlyCreatedOwnerStacks\+\+/g, 'false'],
  [/console\.createTask/g, 'undefined'],
  [/"function" === typeof console\.timeStamp/g, 'false'],
];

/**
 * Builds React for development without its notes for the tools of a browser, which take a fifth of a page's script
 * time. Its checks and the texts of its warnings stay the same.
 */
export const withoutTraces: Plugin = {
  name: 'without-traces',
  transform: {
    filter: { id: /[\\/]node_modules[\\/]react(-dom)?[\\/]cjs[\\/].*\.development\.js$/ },
    handler: (code) =>
      TRACES.reduce((text, [trace, replacement]) => text.replaceAll(trace, replacement), code),
  },
};
