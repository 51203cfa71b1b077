import { useEffect, useState } from 'react';

/** Whether a part whose code is a file of its own can be shown, where it is wanted: what waits for it moves nothing. */
export function useReadyPart(part: { preload: () => unknown }, isWanted: boolean): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    // Where it never comes, its place says so.
    if (isWanted) void Promise.resolve(part.preload()).finally(() => setReady(true));
  }, [part, isWanted]);
  return !isWanted || isReady;
}
