import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import type { LineId } from './parts/lines.ts';

const route = getRouteApi('/users/settings');

/** The line that the address names: it is open. */
export function useOpenedLine(): LineId | undefined {
  return route.useSearch({ select: ({ line }) => line });
}

/** Opens another line of the part in place of the present one, or none. What is typed there asks first. */
export function useOpenLine(): (line: LineId | undefined) => void {
  const navigate = useNavigate();
  const router = useRouter();
  const opened = useOpenedLine();
  return (line) => {
    // A save that ends late closes nothing else.
    if (namedLine(router.state.location.search) !== opened) return;
    void navigate({ to: '.', search: () => (line ? { line } : {}), replace: true, resetScroll: false });
  };
}

/** The line that the search of any address names. */
export const namedLine = (search: { line?: LineId }) => search.line;
